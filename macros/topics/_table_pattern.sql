{#-
    The pattern of a table's whole name from a signal's: a regular expression of words, dots, stars and alternatives, parts
    perhaps in quotes, the database perhaps left out. What is none matches nothing, nor does one that would take long to match.
-#}
{%- macro _table_pattern(name) -%}
if(
    {{ name }} rlike r'^(?:[-\w$ ".*+|]|\\\.|\((?:[-\w$ ".*+|]|\\\.)*+\))++$'
    and not {{ name }} rlike r'[*+|)][*+]|(^|[(|])[*+]'
    and length(regexp_replace({{ name }}, '[^*+]', '')) <= 5,
    '^(.*[.])?(' || replace({{ name }}, '"', '') || ')$',
    '^$'
)
{%- endmacro %}
