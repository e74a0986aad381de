{#- The YAML of an entity's models: each column once, with its type; descriptions and tests. -#}
{%- macro _written_yaml(entity, parts, ledger) -%}
    {%- set name, table = entity.name, entity.table -%}
    {%- set anchors = {} -%}
    {%- set lines = ["version: 2", "", "# Each column stands once, with its type; the models below share them.", "anchors:"] -%}
    {%- for column in entity.columns -%}
        {%- set is_plain = modules.re.match('[A-Za-z_][A-Za-z0-9_]*$', column.name) -%}
        {%- set anchor = column.name if is_plain else 'column_' ~ loop.index -%}
        {%- do anchors.update({column.name: '*' ~ anchor}) -%}
        {%- do lines.extend(["  - &" ~ anchor, "    name: " ~ debezium._yaml(column.name)]) -%}
        {%- do lines.append("    # " ~ column.comment) if column.comment -%}
        {%- do lines.append("    description: Part of the key.") if column.is_key -%}
        {%- do lines.append("    data_type: " ~ debezium._yaml(column.data_type)) -%}
        {%- if column.meta -%}
            {%- do lines.extend(["    config:", "      meta:", "        debezium:"]) -%}
            {%- for entry, value in column.meta.items() -%}
                {%- do lines.append("          " ~ entry ~ ": " ~ (debezium._yaml(value) if value is string else tojson(value))) -%}
            {%- endfor -%}
        {%- endif -%}
    {%- endfor -%}
    {%- set shared = "    columns: [" ~ anchors.values() | join(', ') ~ "]" -%}
    {%- set models = {
        'base': ["base_" ~ name, "Every landed row of " ~ table ~ ", parsed once, with its class.", shared, {
            'conservation': {'landing': entity.reads, 'layout': entity.layout, 'ledger': "ref('" ~ ledger ~ "')"},
        }],
        'stg': ["stg_" ~ name, "The change events of " ~ table ~ ", typed.", shared, {}],
        'rejected': [name ~ "__rejected", "What could not be used of " ~ table ~ ", why, and its text.", none, {}],
        'current': [name, "The current state of " ~ table ~ (", one row per key, deleted keys included." if entity.key
            else ", one row per image, with how many of it there are."), shared,
            {'folded': {'events': "ref('stg_" ~ name ~ "')"}} if entity.key else {}],
        'active': [name ~ "_active", "The rows of " ~ table ~ " that are not deleted.", shared, {}],
        'history': [name ~ "_history", "Every version of the rows of " ~ table ~ ", with the times in which it was true.", shared, {
            'valid_history': none,
            'current_matches_history': {'current': "ref('" ~ name ~ "')"},
        }],
        'ledger': [name ~ "__ledger", "The landed rows of " ~ table ~ " by load, class and reason.", none, {}],
    } -%}
    {%- do lines.extend(["", "models:"]) -%}
    {%- for part, (model_name, description, columns, tests) in models.items()
        if part in parts and (entity.key or part != 'history') -%}
        {%- do lines.extend(["  - name: " ~ model_name, "    description: " ~ debezium._yaml(description)]) -%}
        {%- do lines.append(columns) if columns -%}
        {%- for test, arguments in tests.items() if ledger or test != 'conservation' -%}
            {%- do lines.append("    data_tests:") if loop.first -%}
            {%- do lines.append("      - debezium." ~ test ~ (":" if arguments else "")) -%}
            {%- for argument, value in (arguments or {}).items() -%}
                {%- do lines.append("          arguments:") if loop.first -%}
                {%- do lines.append("            " ~ argument ~ ": " ~ value) -%}
            {%- endfor -%}
        {%- endfor -%}
    {%- endfor -%}
    {{ return(lines | join('\n') ~ '\n') }}
{%- endmacro %}

{#- A text as a YAML value, quoted where it is no plain word. -#}
{%- macro _yaml(text) -%}
    {%- set is_plain = modules.re.match('[A-Za-z_][A-Za-z0-9_ (),.;<>]*$', text) and not text.endswith(' ')
        and text | lower not in ['y', 'n', 'yes', 'no', 'on', 'off', 'true', 'false', 'null'] -%}
    {{ return(text if is_plain else tojson(text)) }}
{%- endmacro %}
