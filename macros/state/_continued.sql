{#-
    Where the rows that stand can take the place of the events behind them: {refolded, leaves_values, lacks_values}, the
    keys, few, as literals, of which every event is read again, and whether news leave values as they are and of those
    some are not known; else nothing. Row and news tell enough where the news of a key come strictly behind its row, by
    epoch and coordinates and in its own lane, and need nothing that the row does not keep. Of a small table, to read
    base costs less than to ask; of more than a million news the answer would not fit into a driver's memory.
-#}
{%- macro _continued(relation, columns, base, connector, load) -%}
    {%- if load.after is none or load.events > 1000000 or not debezium._is_large(this) or not debezium._has_columns(this, columns) -%}
        {{ return(none) }}
    {%- endif -%}
    {%- set found = run_query(debezium._news_found(relation, base, connector, load)).rows[0] -%}
    {%- set refolded = fromjson(found.refolded_keys) -%}
    {%- if found.truncates or refolded | length > 200 -%}
        {{ return(none) }}
    {%- endif -%}
    {%- if found.rowless -%}
        {%- set rowless = run_query(debezium._rowless_found(relation, base, load, found.rowless)).rows[0] -%}
        {%- do refolded.extend(fromjson(rowless.refolded_keys)) -%}
    {%- endif -%}
    {{ return(none if refolded | length > 200 else {
        'leaves_values': found.leaves_values,
        'lacks_values': found.lacks_values,
        'refolded': debezium._texts(refolded) | replace("', '", "',\n            '"),
    }) }}
{%- endmacro %}

{#-
    The news and, before them, the rows that they meet, each as one event without a place: that it comes first is known.
    Of a row what the news need is read, for its table is read whole; nested columns cost most.
-#}
{%- macro _continuing(relation, columns, connector, own, load, continued) -%}
{%- set names = debezium._quoted(columns | map(attribute='name')) -%}
{%- set standing = dict(own,
    _landing_id="''",
    _op='held._op',
    _event_id='0L',
    _source_at='held._source_at',
    _row="struct(\n    held." ~ names | join(',\n    held.') ~ "\n)" if continued.leaves_values else 'null',
    _unavailable='if(size(held._unavailable) > 0, held._unavailable, null)' if continued.lacks_values else 'null',
    _pending='false',
    _load='held._load'
) -%}
{%- for name in connector.texts or [] -%}
    {%- do standing.update({name: 'cast(null as string)'}) -%}
{%- endfor -%}
news as (
    select
        _key,
        _position,
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

-- the row that stands, in place of the events behind it
standing as (
    select
        held._key,
        null as _position,
        {{ debezium._select_pairs(standing) }},
        struct(
            held._events - 1 as events,
            held._waiting as waiting,
            held._repeats as repeats,
            held._ties as tied,
            held._order_uncertain as order_uncertain
        ) as _standing
    from {{ this }} as held
    left semi join news
        on held._key = news._key
)
{%- endmacro %}
