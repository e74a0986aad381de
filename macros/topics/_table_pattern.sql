{#-
    The pattern of a table's whole name from a signal's: a regular expression of words, dots, stars and alternatives, parts
    perhaps in quotes, the database perhaps left out. What is none matches nothing.
-#}
{%- macro _table_pattern(name) -%}
if(
    {{ name }} rlike r'^((\w|[-$ ".*+|]|\\\.)|\((\w|[-$ ".*+|]|\\\.)*\))+$'
    and not {{ name }} rlike r'[*+|][*+]|(^|[(|])[*+]',
    '^(.*[.])?(' || replace({{ name }}, '"', '') || ')$',
    '^$'
)
{%- endmacro %}
