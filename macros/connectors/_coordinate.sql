{#-
    A coordinate of the source block as a value that compares correctly, null where it is unreadable. Kinds:
    hexadecimal  hexadecimal parts separated by colons, at most 15 digits each; declare it as string in `source`
    number       a JSON number; declare it as bigint. If Debezium writes the digits as text, declare it as string, and write its kind
                 as a dictionary with `try_cast`, as for scn in oracle.sql. A bigint in quotes is read too, but Spark parses each
                 such message twice.
    read         true for a snapshot read. It shows the state after a complete commit, so it sorts after the commit's changes.
    A connector may define a kind in its own file: {value: expression, pattern: what the position of a copied table must
    match, digits: most digits of a number}. An event whose coordinates have no readable value is rejected as no_position.
-#}
{%- macro _coordinate(name, kind) -%}
    {%- set text = "_source." ~ name -%}
    {{ return(kind if kind is mapping else {
        'hexadecimal': {'value': debezium._hexadecimal_parts(text, ':'), 'pattern': '[0-9A-Fa-f]+(:[0-9A-Fa-f]+)*$'},
        'number': {'value': text, 'pattern': '-?[0-9]+$', 'digits': 19},
        'read': {'value': "coalesce(_op = 'r', false)"},
    }[kind]) }}
{%- endmacro %}

{#- A coordinate as text that sorts as its value does: of fixed width, null first. -#}
{%- macro _sortable_coordinate(name, kind) -%}
    {%- set value, digits = '_coordinates.' ~ name, debezium._coordinate(name, kind).digits -%}
    {%- if kind == 'read' -%}
        {{ return("if(" ~ value ~ ", 'read', 'change')") }}
    {%- elif not digits -%}
        {{ return("coalesce(" ~ value ~ ", '-')") }}
    {%- endif -%}
    {#- of two negative numbers the one nearer to zero is the greater -#}
    {{ return("case
    when " ~ value ~ " < 0
        then '-' || lpad(cast(1" ~ '0' * digits ~ "BD + " ~ value ~ " as string), " ~ digits ~ ", '0')
    else coalesce(lpad(cast(" ~ value ~ " as string), " ~ digits ~ ", '0'), '-')
end") }}
{%- endmacro %}

{#-
    The parts of a place in a log such as 00000027:00000758:0005. Each is hexadecimal, and widths may differ: all get
    the same, so that the text sorts as the numbers do.
-#}
{%- macro _hexadecimal_parts(text, separator) -%}
    {%- set part = "0*[0-9A-Fa-f]{1,15}" -%}
    {{ return("if(
    " ~ text ~ " rlike '^" ~ part ~ "(?:[" ~ separator ~ "]" ~ part ~ ")*+$',
    array_join(
        transform(split(lower(" ~ text ~ "), '[" ~ separator ~ "]'), part -> right('" ~ '0' * 15 ~ "' || part, 15)),
        ':'
    ),
    null
)") }}
{%- endmacro %}
