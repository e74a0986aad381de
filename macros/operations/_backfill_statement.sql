{#-
    The statement that fills columns of base: one for all columns, because two may read the same field.
    Each step reads the names of the step before: if a merge copies on write, Spark resolves no name
    within the select that defines it.
-#}
{%- macro _backfill_statement(base, columns, connector) -%}
    {%- set texts, values, assigned, kept, invalid, left_out, names, fields = {}, {}, {}, [], [], [], [], [] -%}
    {%- for column in columns -%}
        {%- set name, text = debezium._quote(column.name), debezium._string_literal(column.name) -%}
        {%- set is_kept = debezium._is_kept(column, connector) -%}
        {%- do texts.update({name: "coalesce(" ~ debezium._field_text('_texts', column, {}, connector) ~ ", _invalid[" ~ text ~ "])"}) -%}
        {%- do values.update({name: "if(\n    " ~ is_kept ~ ",\n    "
            ~ debezium._decode_column('_row.' ~ name, column, connector) | indent ~ ",\n    " ~ name ~ "\n)"}) -%}
        {%- do assigned.update({name: '_values.' ~ name}) -%}
        {%- if not column.mask -%}
            {%- do invalid.append("if(_row." ~ name ~ " is not null and _values." ~ name ~ " is null, struct("
                ~ text ~ " as name, _row." ~ name ~ " as text), null)") -%}
        {%- endif -%}
        {%- set is_left_out = debezium._is_left_out(column, connector) -%}
        {%- do left_out.append("if(" ~ is_left_out ~ ", " ~ text ~ ", null)") if is_left_out -%}
        {%- do kept.append(is_kept) -%}
        {%- do names.append(text) -%}
        {%- do fields.extend(debezium._field_names(column, connector)) -%}
    {%- endfor -%}
    {%- do kept.append('_unavailable is not null') if connector.present_fields_in_base -%}
    {%- do assigned.update(
        _unavailable="if(size(_left_out) > 0, array_union(coalesce(_unavailable, array()), _left_out), _unavailable)",
        _invalid="if(size(_invalid_values) > 0, _invalid_values, null)",
        _extra="if(size(_rest) > 0, _rest, null)"
    ) -%}
    {%- set shown = debezium._same_names(['_landing_id', '_op', '_unavailable', '_invalid', '_extra'] + values.keys() | list) -%}
    {%- if connector.placeholders -%}
        {%- do shown.update(_placeholders="array(" ~ debezium._string_literals(connector.placeholders) ~ ")") -%}
    {%- elif connector.present_fields_in_base -%}
        {%- do shown.update(_present_fields=connector.present_fields_in_base) -%}
    {%- endif -%}
    {%- set none_left_out, no_invalid_value = ['cast(null as string)'], ['cast(null as struct<name: string, text: string>)'] -%}
merge into {{ base }} as base
using (
    with rows_to_fill as (
        select
            {{ debezium._select_pairs(shown, 12) }}
        from {{ base }}
        where
            {{ kept | join('\n            or ') }}
    ),

    texts as (
        select
            {{ debezium._select(shown, 12) }},
            {{ debezium._as_texts('_extra', {}, connector) | indent(12) }} as _texts
        from rows_to_fill
    ),

    message_values as (
        select
            {{ debezium._select(shown, 12) }},
            _texts,
            {{ debezium._struct(texts) | indent(12) }} as _row
        from texts
    ),

    decoded_values as (
        select
            {{ debezium._select(shown, 12) }},
            _texts,
            _row,
            {{ debezium._struct(values) | indent(12) }} as _values
        from message_values
    ),

    filled_values as (
        select
            _landing_id,
            _unavailable,
            _values,
            {{ debezium._compact_array(left_out or none_left_out) | indent(12) }} as _left_out,
            map_concat(
                map_filter(coalesce(_invalid, map()), (name, text) -> name not in ({{ names | join(', ') }})),
                map_from_entries({{ debezium._compact_array(invalid or no_invalid_value) | indent(16) }})
            ) as _invalid_values,
            map_filter(_extra, (name, text) -> name not in ({{ fields | unique | join(', ') }})) as _rest
        from decoded_values
    )

    -- columns of base alone: Hudi adds others to the table
    select
        _landing_id,
        {{ debezium._select_pairs(assigned) }}
    from filled_values
) as filled_rows
    on base._landing_id = filled_rows._landing_id
when matched then update set
    {{ debezium._select(debezium._each('{} = filled_rows.{}', assigned), 4) }}
{%- endmacro %}
