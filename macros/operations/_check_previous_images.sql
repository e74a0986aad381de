{#- A table without a key counts its rows by the images before changes. Base keeps no undeclared field of such an image, and no text that did not fit. -#}
{%- macro _check_previous_images(node, base, columns, kept, example) -%}
    {%- set lost = kept[:] -%}
    {%- for column in columns -%}
        {%- do lost.append("(_previous." ~ debezium._quote(column.name) ~ " is null and exists(select 1 from " ~ base
            ~ " as other where map_contains_key(other._invalid, " ~ debezium._string_literal(column.name) ~ ")))") -%}
    {%- endfor -%}
    {%- for each in debezium._calling(['current_without_key']) if node.unique_id in debezium._upstream(each.unique_id) -%}
        {%- set changed = "select 1 from " ~ base ~ " where _previous is not null and (" ~ lost | join(' or ') ~ ") limit 1" -%}
        {%- if run_query(changed).rows -%}
            {%- do debezium._error(
                'backfill',
                each.name ~ " counts rows by the images before changes, and those in " ~ node.name
                    ~ " lack these columns. Rebuild base instead: the package's docs/questions.md#how-do-i-rebuild-base",
                example
            ) -%}
        {%- endif -%}
    {%- endfor -%}
{%- endmacro %}
