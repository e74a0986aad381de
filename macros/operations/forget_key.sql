{#-
    Removes the values of one key. Its rows of base keep only their place in landing, so they are not read
    again. Its rows of downstream tables are deleted if these read no other base. Other downstream tables
    are printed. A dry run by default.
-#}
{%- macro forget_key(model, key, dry_run=true) -%}
    {{ return(adapter.dispatch('forget_key', 'debezium')(model, key, dry_run)) }}
{%- endmacro %}

{%- macro default__forget_key(model, key, dry_run=true) -%}
    {%- set example = "    dbt run-operation debezium.forget_key --args '{model: db2__customers, key: {id: 1004}, dry_run: false}'" -%}
    {%- set inputs = debezium._current_inputs('forget_key', model, example) -%}
    {%- set text = debezium._resolve_key('forget_key', key, inputs, inputs.base, example, required=false) -%}
    {%- set is_key = debezium._matches_key(key) if text is none else "_key = " ~ debezium._string_literal(text) -%}
    {%- set steps, others = [], [] -%}
    {%- for table in debezium._built_downstream(inputs.base_id, ['incremental', 'table', 'snapshot']) -%}
        {%- set bases = debezium._calling(['unwrap'], debezium._upstream(table.node.unique_id)) | map(attribute='unique_id') | list -%}
        {%- if '_key' in table.columns and bases == [inputs.base_id] -%}
            {%- do steps.append((table.relation, 'deleted', is_key, "delete from " ~ table.relation ~ " where " ~ is_key)) -%}
        {%- elif 'debezium.ledger(' not in table.node.raw_code -%}
            {%- do others.append(table.relation) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- if text is none -%}
        {%- do print(inputs.base ~ " has no event of this key, or it was forgotten before; got: " ~ key) -%}
    {%- else -%}
        {%- set forgotten = "select forgotten._landing_id from " ~ inputs.base ~ " as forgotten where forgotten." ~ is_key -%}
        {%- for node in debezium._calling(['envelopes'], debezium._upstream(inputs.base_id)) -%}
            {%- set relation = debezium._relation_of(node) -%}
            {#- before the rows of the key, which show the tombstones that follow them -#}
            {%- set tombstones = debezium._tombstones_of_key(relation, inputs.base, is_key) -%}
            {%- for rows, class, done in [(tombstones, 'forgotten', 'emptied (tombstones)'), (forgotten, none, 'emptied')] -%}
                {#- Delta's update takes no subquery -#}
                {%- do steps.append((relation, done, "_landing_id in (" ~ rows ~ ")",
                    "merge into " ~ relation ~ " as kept using (" ~ rows ~ ") as old on kept._landing_id = old._landing_id"
                        ~ " when matched then update" ~ debezium._forget_assignments(relation, class))) -%}
            {%- endfor -%}
        {%- endfor -%}
        {#- base comes last: it names the rows, also after an interrupted attempt -#}
        {%- do steps.append((inputs.base, 'emptied', is_key,
            "update " ~ inputs.base ~ debezium._forget_assignments(inputs.base, 'forgotten') ~ " where " ~ is_key)) -%}
    {%- endif -%}
    {%- for relation, done, condition, statement in steps -%}
        {%- set rows = debezium._row_count(relation ~ " where " ~ condition) -%}
        {%- do run_query(statement) if rows and not dry_run -%}
        {%- do print(loop.index ~ " of " ~ steps | length ~ " " ~ relation ~ ": " ~ rows ~ " rows" ~ (" would be " if dry_run else " ") ~ done) -%}
    {%- endfor -%}
    {%- for relation in others -%}
        {%- do print(relation ~ ": skipped, because it has no _key or reads other source tables: look for the rows of the key there") -%}
    {%- endfor -%}
    {%- do print(
        "what stays: rows of the landing table until they expire; rejected rows whose key cannot be read; tombstones in a shared base "
            ~ "model that land later; earlier versions of the tables until debezium.maintain expires them"
    ) -%}
{%- endmacro %}

{#-
    The tombstones of a shared model that follow events of the key with the same message key. The shared
    model does not know whose they are, so base has no row of them.
-#}
{%- macro _tombstones_of_key(shared, base, is_key) -%}
    {{ return("
select records._landing_id
from (
    select
        landed._landing_id,
        landed._class,
        last_value(if(landed._class = 'tombstone', null, forgotten._landing_id is not null), true) over (
            partition by landed._landing_table, landed._topic, landed._topic_partition, landed._raw_key
            order by landed._topic_offset
        ) as is_of_key
    from " ~ shared ~ " as landed
    left join (select _landing_id from " ~ base ~ " where " ~ is_key ~ ") as forgotten
        on landed._landing_id = forgotten._landing_id
    where landed._raw_key in (select _raw_key from " ~ base ~ " where " ~ is_key ~ ")
) as records
where records._class = 'tombstone' and records.is_of_key
") }}
{%- endmacro %}

{#- The assignments that leave of a row where it was landed and which load it came with. -#}
{%- macro _forget_assignments(relation, class) -%}
    {%- set kept = ['_landing_id', '_landing_table', '_topic', '_topic_partition', '_topic_offset', '_topic_timestamp', '_load'] -%}
    {%- set assignments = [] -%}
    {%- for name in debezium._names_in(relation) if name not in kept and not name.startswith('_hoodie_') -%}
        {%- set value = debezium._string_literal(class) if name == '_class' and class else 'null' -%}
        {%- do assignments.append(debezium._quote(name) ~ " = " ~ value) -%}
    {%- endfor -%}
    {{ return(" set " ~ assignments | join(', ')) }}
{%- endmacro %}
