{#-
    Every landed row is in the base table, once and under one class, and in the ledger. Landing may have
    expired: a row of base need not be there any more. A row of a model made by `envelopes` that has no class
    there has it in one of the entities' base models, which contain only some rows of it. A landed row has no
    load. With offsets, the test compares those after the greatest offset that passed before, from the
    smallest one of the new loads, and with later timestamps, because a recreated topic begins at 0. Without
    offsets, it compares all landed rows.
-#}
{% test conservation(model, landing, layout, ledger, entities=[]) %}

{%- do debezium._check_built('conservation', model, ledger) -%}
{%- set layout = debezium._layouts()[layout] -%}
{%- set tables = debezium._tables_to_read(landing, layout) %}
{%- set loads = debezium._loads_to_test(model) %}
{%- set partition = (['_landing_table'] if tables | length > 1 else []) + ['_topic', '_topic_partition'] %}
{%- set by_offset = loads.after > 0 and debezium._layout_has(layout, '_topic_partition') and not layout.enveloped %}

{{ debezium._tested_loads_note(loads) }}
with {% if by_offset -%}
first_offsets as (
    select
        {{ debezium._select(partition) }},
        if(
            count_if(_load <= {{ loads.after }}) = 0,
            null,
            least(
                max(if(_load <= {{ loads.after }}, _topic_offset, null)) + 1,
                min(if(_load > {{ loads.after }}, _topic_offset, null))
            )
        ) as first_offset,
        max(if(_load <= {{ loads.after }}, _topic_timestamp, null)) as last_timestamp
    from {{ model }}
    group by
        {{ debezium._select(partition) }}
),

checked_rows as (
    select base_row._landing_id
    from {{ model }} as base_row
    left join first_offsets
        on
            {%- for column in partition %}
            {{ 'and ' if not loop.first }}base_row.{{ column }} <=> first_offsets.{{ column }}
            {%- endfor %}
    where
        coalesce(base_row._topic_offset >= first_offsets.first_offset, true)
        or base_row._topic_timestamp > first_offsets.last_timestamp
),

{% endif -%}
missing_rows as (
    {%- for table in tables %}
    {{- '\n\n    union all\n' if not loop.first }}
    select
        'landed, not in base' as problem,
        {{ table.landed._landing_id | indent(8) }} as row_or_load
    from {{ table.relation }} as _landing
    {%- if by_offset %}
    left join first_offsets
        on
            {%- for column in partition %}
            {{ 'and ' if not loop.first }}first_offsets.{{ column }} <=> {{ table.landed[column] }}
            {%- endfor %}
    {%- endif %}
    {{ debezium._where([
        'false' if layout.enveloped,
        '(
    coalesce(' ~ table.landed._topic_offset ~ ' >= first_offsets.first_offset, true)
    or ' ~ table.landed._topic_timestamp ~ ' > first_offsets.last_timestamp
)' if by_offset,
        'not exists (
    select 1
    from ' ~ ('checked_rows' if by_offset else model) ~ ' as existing_rows
    where existing_rows._landing_id = ' ~ table.landed._landing_id | indent(4) ~ '
)',
    ]) }}
    {%- endfor %}
),

duplicated_rows as (
    select
        'more than once in base' as problem,
        _landing_id as row_or_load
    from {{ model }}
    {%- if loads.after %}
    where {{ debezium._of_tested_keys(loads, [model], '_landing_id') | indent(4) }}
    {%- endif %}
    group by _landing_id
    having count(*) > 1
),

ambiguous_rows as (
    select
        'no class, or rejected without a reason' as problem,
        _landing_id as row_or_load
    from {{ model }} as base_row
    where
        {%- if loads.after %}
        {{ debezium._of_tested_loads(loads, 'base_row.') }}
        and
        {%- endif %} (
            (_class = 'rejected') <> (_reason is not null)
            or _class is null
            {%- for entity in entities %}
            and not exists (
                select 1
                from {{ entity }} as existing_rows
                where existing_rows._landing_id = base_row._landing_id
            )
            {%- endfor %}
        )
),

loads as (
    select
        _load,
        count(_class) as base_rows
    from {{ model }}
    {%- if loads.after %}
    where {{ debezium._of_tested_loads(loads) }}
    {%- endif %}
    group by _load
),

entries as (
    select
        _load,
        sum(landed_rows) as ledger_rows
    from {{ ledger }}
    {{ debezium._where(['base = ' ~ debezium._string_literal(model.identifier), debezium._of_tested_loads(loads)]) }}
    group by _load
),

unbalanced_loads as (
    select
        'load not in the ledger as in base' as problem,
        cast(loads._load as string) as row_or_load
    from loads
    left join entries on loads._load = entries._load
    where loads.base_rows <> coalesce(entries.ledger_rows, 0)
)

select problem, row_or_load from missing_rows
union all
select problem, row_or_load from duplicated_rows
union all
select problem, row_or_load from ambiguous_rows
union all
select problem, row_or_load from unbalanced_loads

{% endtest %}
