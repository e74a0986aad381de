{#- The YAML of an entity's models: each column once, with its type; descriptions and tests. -#}
{%- macro _rendered_yaml(entity, parts, ledger) -%}
    {%- set name, table = entity.name, entity.table -%}
    {%- set anchors = {} -%}
    {%- set lines = ["version: 2", "", "# Each column stands once, with its type; the models below share them.", "anchors:"] -%}
    {%- for column in entity.columns -%}
        {%- set is_plain = modules.re.fullmatch('[A-Za-z_][A-Za-z0-9_]*', column.name) -%}
        {%- set anchor = column.name if is_plain else 'column-' ~ loop.index -%}
        {%- do anchors.update({column.name: '*' ~ anchor}) -%}
        {%- do lines.extend(["  - &" ~ anchor, "    name: " ~ debezium._yaml(column.name)]) -%}
        {%- do lines.append("    # " ~ modules.re.sub('[^ -~]+', ' ', column.comment)) if column.comment -%}
        {%- do lines.append("    description: Part of the key.") if column.is_key -%}
        {%- do lines.append("    data_type: " ~ debezium._yaml(column.data_type)) -%}
        {%- if column.meta -%}
            {%- do lines.extend(["    config:", "      meta:", "        debezium:"]) -%}
            {%- for entry, value in column.meta.items() -%}
                {%- do lines.append("          " ~ entry ~ ": " ~ debezium._yaml(value)) -%}
            {%- endfor -%}
        {%- endif -%}
    {%- endfor -%}
    {%- set shared = "    columns: [" ~ anchors.values() | join(', ') ~ "]" -%}
    {%- set models = {
        'base': ["base_" ~ name, "Every landed row of " ~ table ~ ", parsed once, with its class.", shared, {
            'conservation': {'landing': entity.reads, 'layout': entity.layout, 'ledger': "ref('" ~ ledger ~ "')"},
            'no_rejected_rows': none,
            'no_drift': {'kinds': ['new', 'invalid_value', 'retyped', 'no_events']},
        }],
        'stg': ["stg_" ~ name, "The change events of " ~ table ~ ", typed.", shared, {}],
        'rejected': [name ~ "__rejected", "What could not be used of " ~ table ~ ", why, and its text.",
            debezium._written_columns(debezium._rejected_columns()), {}],
        'current': [name, "The current state of " ~ table ~ (", one row per key, deleted keys included." if entity.key
            else ", one row per image, with how many of it there are."), shared,
            {'all_events_applied': {'events': "ref('stg_" ~ name ~ "')"}, 'no_uncertain_order': none} if entity.key else {}],
        'active': [name ~ "_active", "The rows of " ~ table ~ " that are not deleted.", shared, {}],
        'history': [name ~ "_history", "Every version of the rows of " ~ table ~ ", with the times in which it was true.", shared, {
            'valid_history': none,
            'current_matches_history': {'current': "ref('" ~ name ~ "')"},
        }],
        'ledger': [name ~ "__ledger", "The landed rows of " ~ table ~ " by load, class and reason.",
            debezium._written_columns(debezium._ledger_columns()), {}],
    } -%}
    {%- do lines.extend(["", "models:"]) -%}
    {%- for part, (model_name, description, columns, tests) in models.items()
        if part in parts and (entity.key or part != 'history') -%}
        {%- do lines.extend(["  - name: " ~ model_name, "    description: " ~ debezium._yaml(description)]) -%}
        {%- do lines.append(columns) if columns -%}
        {%- for test, arguments in tests.items() if ledger or test != 'conservation' -%}
            {%- do lines.append("    data_tests:") if loop.first -%}
            {%- set warns = test in ['no_rejected_rows', 'no_drift', 'no_uncertain_order'] -%}
            {%- do lines.append("      - debezium." ~ test ~ (":" if arguments or warns else "")) -%}
            {%- for argument, value in (arguments or {}).items() -%}
                {%- do lines.append("          arguments:") if loop.first -%}
                {%- do lines.append("            " ~ argument ~ ": " ~ debezium._yaml(value)) -%}
            {%- endfor -%}
            {%- do lines.append("          config: {severity: warn}") if warns -%}
        {%- endfor -%}
    {%- endfor -%}
    {{ return(lines | join('\n') ~ '\n') }}
{%- endmacro %}

{#- Columns of the package's own, described by its doc blocks. -#}
{%- macro _written_columns(names) -%}
    {%- set lines = ["    columns:"] -%}
    {%- for name in names -%}
        {%- set block = "debezium__" ~ name.lstrip('_') -%}
        {%- do lines.append("      - {name: " ~ name ~ ', description: "{' ~ "{ doc('" ~ block ~ "') }" ~ '}"}') -%}
    {%- endfor -%}
    {{ return(lines | join('\n')) }}
{%- endmacro %}

{#-
    A value in YAML: a text quoted where it is no plain word, as a text of Jinja's where dbt's rendering would change it, which also
    makes line breaks alike. A call such as `source('a', 'b')` is one to dbt only as a test's argument.
-#}
{%- macro _yaml(value) -%}
    {%- if value is mapping -%}
        {%- set members = [] -%}
        {%- for name, each in value.items() -%}
            {%- do members.append('"' ~ debezium._escaped(name, '"') ~ '": ' ~ debezium._yaml(each)) -%}
        {%- endfor -%}
        {{ return('{' ~ members | join(', ') ~ '}') }}
    {%- elif value is not string -%}
        {{ return(tojson(value)) }}
    {%- elif debezium._is_jinja(value) or debezium._needs_escape(value) -%}
        {{ return("'{" ~ '{ "' ~ debezium._escaped(value, '"') | replace("'", "''") ~ '" }' ~ "}'") }}
    {%- endif -%}
    {%- set is_plain = modules.re.fullmatch("[A-Za-z_][A-Za-z0-9_ (),.;<>']*", value) and not value.endswith(' ')
        and value | lower not in ['y', 'n', 'yes', 'no', 'on', 'off', 'true', 'false', 'null'] -%}
    {{ return(value if is_plain else '"' ~ debezium._escaped(value, '"') ~ '"') }}
{%- endmacro %}
