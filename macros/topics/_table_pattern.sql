{#-
    The pattern of a table's complete name from a signal's: a regular expression of words, dots, stars and
    alternatives, with optional quotes and an optional database. Anything else matches nothing, and so
    does a pattern that would take long to match.
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
