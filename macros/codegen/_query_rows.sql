{#- The rows of a query as mappings; as JSON they reach Jinja with the types that they have. -#}
{%- macro _query_rows(sql) -%}
    {%- set rows = [] -%}
    {%- for row in run_query("select to_json(struct(found.*)) as found from (" ~ sql ~ ") as found").rows -%}
        {%- do rows.append(fromjson(row[0])) -%}
    {%- endfor -%}
    {{ return(rows) }}
{%- endmacro %}
