{#-
    What the columns and the rows of a load need: whether messages may have schemas that decide how they
    are read (`with_schemas`), whether some do (`reads_schemas`), whether texts are converted before the
    columns read them (`converts`).
-#}
{%- macro _schema_options(layout, connector, columns, landing, example) -%}
    {%- set reads_objects = columns and not layout.structs and connector.image_type.startswith('map') -%}
    {%- set older = columns | selectattr('older_types', 'defined') | list -%}
    {%- if older and not reads_objects -%}
        {%- do debezium._error('unwrap', "older_types of " ~ older[0].name ~ " needs images that are JSON objects. Remove older_types", example) -%}
    {%- endif -%}
    {%- set with_schemas = reads_objects and layout.carries_schema is defined -%}
    {%- set reads_schemas = with_schemas and not landing.is_up_to_date and debezium._any_schema(layout, landing) -%}
    {{ return({
        'with_schemas': with_schemas,
        'reads_schemas': reads_schemas,
        'converts': reads_schemas or older | length > 0,
    }) }}
{%- endmacro %}

{#- The conversions of events without a schema, by the conditions and the types in `older_types` of a column. -#}
{%- macro _older_conversions(columns) -%}
    {%- set entries, paths = [], [] -%}
    {%- for column in columns if column.older_types and not column.text and column.path not in paths -%}
        {%- do paths.append(column.path) -%}
        {%- set goal = debezium._first_word(debezium._declared_type(column)) -%}
        {%- set cases = [] -%}
        {%- for older in column.older_types -%}
            {%- set type = debezium._older_type(column, older, goal) -%}
            {%- do cases.append("when " ~ older.when ~ "
    then " ~ debezium._conversion(debezium._string_literal(type), debezium._string_literal(goal)) | indent) -%}
        {%- endfor -%}
        {%- do entries.append(debezium._string_literal(column.path) ~ ", " ~ debezium._case(cases)) -%}
    {%- endfor -%}
    {%- if entries -%}
        {{ return(debezium._with('older', "map_filter(
    map(
        " ~ entries | join(",\n") | indent(8) ~ "
    ),
    (name, conversion) -> conversion is not null
)", "if(size(older) > 0, array(older, older), null)")) }}
    {%- endif -%}
    {{ return(none) }}
{%- endmacro %}

{#- The type of an entry of `older_types`, in the words of `_field_type`. -#}
{%- macro _older_type(column, older, goal) -%}
    {%- set example -%}
{% raw %}    {{ debezium.unwrap(source('landing', 'orders'), 'kafka', 'postgresql', ['id'], columns={'id': 'int', 'amount': {
        'data_type': 'decimal(12, 4)',
        'semantic_type': 'org.apache.kafka.connect.data.Decimal',
        'older_types': [{'when': "_source.lsn < 1010", 'scale': 2}],
    }}) }}{% endraw %}
    {%- endset -%}
    {%- set known = ['when', 'semantic_type', 'scale', 'length', 'unsigned'] -%}
    {%- if older is not mapping or not older.when or older | length < 2 or older | reject('in', known) | list -%}
        {%- do debezium._error(
            'unwrap', "older_types of " ~ column.name ~ " must be a list of " ~ known | join(', ') ~ ", got: " ~ older, example
        ) -%}
    {%- endif -%}
    {%- set word = debezium._declared_type(dict(column, **older)) -%}
    {#- a plain number: one with a sign, or what a decimal is sent as without bytes -#}
    {%- set type = {'number': 'signed' if goal == 'unsigned' else 'string'}.get(word, word) -%}
    {%- if debezium._first_word(type) not in debezium._convertible_types().get(goal, []) -%}
        {%- do debezium._error(
            'unwrap', "older_types of " ~ column.name ~ ": " ~ (debezium._declared_type(column) or column.data_type) ~ " cannot have been " ~ (type or 'this') ~ " before. Remove it from the list", example
        ) -%}
    {%- endif -%}
    {{ return(type) }}
{%- endmacro %}
