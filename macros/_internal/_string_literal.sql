{#- A value as a string literal of SQL, and of Jinja, whatever it contains. -#}
{%- macro _string_literal(value) -%}
    {{ return("'" ~ debezium._escaped(value | string, "'") ~ "'") }}
{%- endmacro %}

{#-
    Text between quotes, for SQL, Jinja and YAML. Spark would replace a variable `${..}` in literals too;
    a line break would be indented with the SQL around it.
-#}
{%- macro _escaped(text, quote) -%}
    {%- set text = text | replace('\\', '\\\\') | replace(quote, '\\' ~ quote) -%}
    {%- if not debezium._needs_escape(text) -%}
        {{ return(text) }}
    {%- endif -%}
    {%- set written = [] -%}
    {%- for each in text -%}
        {%- do written.append('\\U' ~ each.encode('utf-32-be').hex() if each == '$' or debezium._needs_escape(each) else each) -%}
    {%- endfor -%}
    {{ return(written | join) }}
{%- endmacro %}

{#- Whether a text has control characters, line breaks, or a variable of Spark's. -#}
{%- macro _needs_escape(text) -%}
    {{ return(modules.re.search('[' ~ debezium._control_characters() ~ ']|[$][{]', text) is not none) }}
{%- endmacro %}

{#- Characters that no quoted SQL text can contain unescaped, within the brackets of a pattern. -#}
{%- macro _control_characters() -%}
    {{ return('\\x00-\\x1f\\x7f-\\x9f\\u2028\\u2029\\ufffe\\uffff') }}
{%- endmacro %}

{#- Values as string literals, one after the other. -#}
{%- macro _string_literals(values, separator=', ') -%}
    {%- set texts = [] -%}
    {%- for value in values -%}
        {%- do texts.append(debezium._string_literal(value)) -%}
    {%- endfor -%}
    {{ return(texts | join(separator)) }}
{%- endmacro %}
