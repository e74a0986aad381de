{#-
    Where the rows that stand can take the place of the events behind them: {refolded}, the keys, few, as literals, of
    which every event is read again; else nothing. Row and news tell enough where the news of a key come strictly behind
    its row, by epoch and coordinates and in its own lane, and need nothing that the row does not keep. Of a small table,
    to read base costs less than to ask; of more than a million news the answer would not fit into a driver's memory.
-#}
{%- macro _continued(relation, columns, base, connector, load, rows) -%}
    {%- set needed = columns | map(attribute='name') | list + ['_standing'] -%}
    {%- if load.after is none or load.events > 1000000 or not debezium._is_many(rows) or not debezium._has_columns(this, needed) -%}
        {{ return(none) }}
    {%- endif -%}
    {%- do debezium._keep_held(relation, columns, load) -%}
    {%- set found = run_query(debezium._news_found(relation, columns, base, connector, load)).rows[0] -%}
    {%- set refolded = fromjson(found.refolded_keys) -%}
    {%- if found.truncates or refolded | length > 200 -%}
        {{ return(none) }}
    {%- endif -%}
    {%- if found.rowless -%}
        {%- set rowless = run_query(debezium._rowless_found(relation, columns, base, load, found.rowless)).rows[0] -%}
        {%- do refolded.extend(fromjson(rowless.refolded_keys)) -%}
    {%- endif -%}
    {{ return(none if refolded | length > 200 else {
        'refolded': debezium._texts(refolded) | replace("', '", "',\n            '"),
    }) }}
{%- endmacro %}

{#-
    The news and, before them, the rows that they meet, each as one event without a place: that it comes first is known.
-#}
{%- macro _continuing(relation, columns, connector, own, load, continued) -%}
{%- set names = debezium._quoted(columns | map(attribute='name')) -%}
{%- set standing = dict(own,
    _landing_id="''",
    _event_id='0L',
    _row="struct(\n    " ~ names | join(',\n    ') ~ "\n)" if load.leaves_values else 'null',
    _unavailable='_standing._unavailable' if load.leaves_values else 'null',
    _pending='false'
) -%}
{%- for name in connector.texts or [] -%}
    {%- do standing.update({name: 'cast(null as string)'}) -%}
{%- endfor -%}
news as (
    select
        _key,
        {{ debezium._place() | indent(8) }} as _place,
        {{ debezium._select_pairs(own) }}
    from {{ relation }}
    where
        _load > {{ load.after }}
        and _load <= {{ load.newest }}
        {%- if continued.refolded %}
        and _key not in (
            {{ continued.refolded }}
        )
        {%- endif %}
),

held as (
    {{ debezium._held(relation, columns, load) | indent }}
),

-- the row that stands, in place of the events behind it
standing as (
    select
        _key,
        null as _place,
        {{ debezium._select_pairs(standing) }},
        struct(
            _events - 1 as events,
            _waiting as waiting,
            _repeats as repeats,
            _ties as tied,
            _order_uncertain as order_uncertain
        ) as _counted
    from held
    {%- if continued.refolded %}
    where
        _key not in (
            {{ continued.refolded }}
        )
    {%- endif %}
)
{%- endmacro %}
