{#-
    Whether a table keeps the values of a declared column: its type neither rounds them, makes text of them, nor is too small for them.
    is_altered: dbt has given the table wider types by then. base: the name of the base model; without it, that of the model that is
    built.
-#}
{%- macro _check_stored_type(macro, relation, column, stored, is_altered, base=none) -%}
    {%- if debezium._would_change(column.data_type, stored) or (not is_altered and debezium._would_overflow(column.data_type, stored)) -%}
        {%- set bases = [] if base or macro == 'unwrap' else debezium._calling(['unwrap'], debezium._upstream(model.unique_id)) -%}
        {%- do debezium._error(
            macro,
            "column " ~ column.name ~ " is " ~ stored ~ " in table " ~ relation ~ ", which would change or refuse values of type "
                ~ column.data_type ~ ". `widen` changes float to double, int to bigint, and adds digits to a decimal of the same scale. "
                ~ ("For any other change, rebuild base: the package's docs/questions.md#how-do-i-rebuild-base" if macro in ['unwrap', 'backfill']
                    else "For any other change, rebuild this model: the package's docs/running.md#rebuild-a-model"),
            "    dbt run-operation debezium.widen --args '{model: " ~ (base or (bases or [model])[0].name) ~ "}'"
        ) -%}
    {%- endif -%}
{%- endmacro %}

{#- Whether a table's type rounds numbers or times of the declared type, or makes text of them. -#}
{%- macro _would_change(data_type, stored) -%}
    {%- set whole, decimals, floats, texts = debezium._whole_numbers(), debezium._decimal_names(), ['float', 'real'], debezium._text_names() -%}
    {%- set rounding = dict.fromkeys(floats, whole + decimals) -%}
    {%- do rounding.update(double=whole + decimals + floats, int=floats, integer=floats, bigint=floats + ['double'], long=floats + ['double']) -%}
    {%- for declared, kept in debezium._paired_types(data_type, stored) -%}
        {%- if kept.name in texts -%}
            {%- set is_changed = declared.name not in texts -%}
        {%- elif declared.name in decimals -%}
            {%- set scale = kept.scale if kept.name in decimals else 0 -%}
            {%- set is_changed = kept.name in floats + ['double'] or (kept.name in whole + decimals and declared.scale > scale) -%}
        {%- elif declared.name.startswith('timestamp') -%}
            {%- set is_changed = kept.name == 'date' -%}
        {%- else -%}
            {%- set is_changed = kept.name in rounding.get(declared.name, []) -%}
        {%- endif -%}
        {%- if is_changed -%}
            {{ return(true) }}
        {%- endif -%}
    {%- endfor -%}
    {{ return(false) }}
{%- endmacro %}

{#-
    Whether a table's type is too small for values of the declared type. A merge into a table of Hudi casts as a query does: a number
    that is too large becomes another one or null, and a text that is no number null. With the other formats it fails.
-#}
{%- macro _would_overflow(data_type, stored) -%}
    {%- set digits = {'tinyint': 3, 'byte': 3, 'smallint': 5, 'short': 5, 'int': 10, 'integer': 10, 'bigint': 19, 'long': 19} -%}
    {%- set numbers = digits.keys() | list + debezium._decimal_names() -%}
    {%- for declared, kept in debezium._paired_types(data_type, stored) -%}
        {%- if kept.name not in numbers -%}
            {%- set overflows = declared.name == 'string' and kept.name not in [''] + debezium._text_names() -%}
        {%- elif declared.name not in numbers -%}
            {%- set overflows = true -%}
        {%- elif declared.name in digits and kept.name in digits -%}
            {%- set overflows = digits[declared.name] > digits[kept.name] -%}
        {%- else -%}
            {#- the digits before the point; not all numbers of ten digits are an int -#}
            {%- set room = digits[kept.name] - 1 if kept.name in digits else kept.precision - kept.scale -%}
            {%- set overflows = digits.get(declared.name, declared.precision - declared.scale) > room -%}
        {%- endif -%}
        {%- if overflows -%}
            {{ return(true) }}
        {%- endif -%}
    {%- endfor -%}
    {{ return(false) }}
{%- endmacro %}

{#- A declared and a stored type, or those of their parts, side by side: pairs of {name, precision, scale}. -#}
{%- macro _paired_types(data_type, stored) -%}
    {%- set pairs, both = [], [] -%}
    {%- if '<' in data_type and '<' in stored -%}
        {%- set inner = debezium._inner_types(stored) -%}
        {%- for name, type in debezium._inner_types(data_type).items() -%}
            {%- do pairs.extend(debezium._paired_types(type, inner.get(name, ''))) -%}
        {%- endfor -%}
        {{ return(pairs) }}
    {%- endif -%}
    {%- for type in [data_type, stored] -%}
        {%- set name = modules.re.split('[ (<]', type | lower)[0] -%}
        {%- set precision, scale = debezium._precision_and_scale(type) if name in debezium._decimal_names() else [0, 0] -%}
        {%- do both.append({'name': name, 'precision': precision, 'scale': scale}) -%}
    {%- endfor -%}
    {#- a view has null as void -#}
    {{ return([both] if both[0].name not in ['', 'void'] else []) }}
{%- endmacro %}

{%- macro _decimal_names() -%}
    {{ return(['decimal', 'numeric', 'dec']) }}
{%- endmacro %}

{%- macro _text_names() -%}
    {{ return(['string', 'char', 'character', 'varchar']) }}
{%- endmacro %}
