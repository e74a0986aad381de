{#- The YAML of an entity's models: each column once, with its type; descriptions and tests. -#}
{%- macro _rendered_yaml(entity, parts, ledger) -%}
    {%- set name, table = entity.name, entity.table -%}
    {%- set anchors = {} -%}
    {%- set lines = ["version: 2", "", "# Each column is declared once, with its type. The models below share them.", "anchors:"] -%}
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
        'base': ["One row per landed row of " ~ table ~ ", with its class and typed columns.", shared, {
            'conservation': {'landing': debezium._call_in_yaml(entity.reads), 'layout': entity.layout, 'ledger': "ref('" ~ ledger ~ "')"},
            'unique_key': {'by_server': '"true"'},
            'no_rejected_rows': none,
            'no_drift': {'kinds': tojson(['new', 'invalid_value', 'retyped', 'no_events'])},
        }],
        'stg': ["One row per " ~ ("change event" if entity.class == 'data' else 'event') ~ " of " ~ table ~ ".", shared, {}],
        'rejected': ["One row per row or value of " ~ table ~ " that cannot be used, with its reason and text.",
            debezium._rendered_columns(debezium._rejected_columns()), {}],
        'current': ["One row per " ~ ("key of " ~ table ~ ", deleted keys included." if entity.key
            else "image of " ~ table ~ ", with the number of such rows."), shared,
            {'all_events_applied': {'events': "ref('stg_" ~ name ~ "')"}, 'no_uncertain_order': none} if entity.key else {}],
        'active': ["One row per row of " ~ table ~ " that is not deleted.", shared, {}],
        'history': ["One row per version of a row of " ~ table ~ ", with the times of its validity.", shared, {
            'valid_history': none,
            'current_matches_history': {'current': "ref('" ~ name ~ "')"},
        }],
        'ledger': ["One row per load, class and reason, with the number of landed rows of " ~ table ~ ".",
            debezium._rendered_columns(debezium._ledger_columns()), {}],
    } -%}
    {%- do lines.extend(["", "models:"]) -%}
    {%- set parts = debezium._parts_of(entity, parts) -%}
    {%- for part, model_name in debezium._model_names(name).items() if part in parts -%}
        {%- set description, columns, tests = models[part] -%}
        {%- do lines.extend(["  - name: " ~ model_name, "    description: " ~ debezium._yaml(description), columns]) -%}
        {#- of several tables, as a pattern gives them, keys may be the same -#}
        {%- set one_table = not entity.key or (entity.entity.topic is not mapping and not entity.has_several_tables) -%}
        {%- for test, arguments in tests.items()
            if (ledger or test != 'conservation') and not (one_table and test == 'unique_key') -%}
            {%- do lines.append("    data_tests:") if loop.first -%}
            {%- set warns = test in ['no_rejected_rows', 'no_drift', 'no_uncertain_order'] -%}
            {%- do lines.append("      - debezium." ~ test ~ (":" if arguments or warns else "")) -%}
            {%- for argument, value in (arguments or {}).items() -%}
                {%- do lines.append("          arguments:") if loop.first -%}
                {%- do lines.append("            " ~ argument ~ ": " ~ value) -%}
            {%- endfor -%}
            {%- do lines.append("          config: {severity: warn}") if warns -%}
        {%- endfor -%}
    {%- endfor -%}
    {{ return(lines | join('\n') ~ '\n') }}
{%- endmacro %}

{#- Columns of the package's own, described by its doc blocks. -#}
{%- macro _rendered_columns(names) -%}
    {%- set lines = ["    columns:"] -%}
    {%- for name in names -%}
        {%- set block = "debezium__" ~ name.lstrip('_') -%}
        {%- do lines.append("      - {name: " ~ name ~ ', description: "{' ~ "{ doc('" ~ block ~ "') }" ~ '}"}') -%}
    {%- endfor -%}
    {{ return(lines | join('\n')) }}
{%- endmacro %}

{#- A call as a test's argument in YAML: of a macro of the package, dbt needs the braces. -#}
{%- macro _call_in_yaml(call) -%}
    {{ return('"{' ~ "{ " ~ debezium._escaped(call, '"') ~ " }" ~ '}"' if call.startswith('debezium.') else debezium._yaml(call)) }}
{%- endmacro %}

{#-
    A value in YAML: quoted if it is not a plain word, and as a Jinja text if dbt's rendering would change
    it, which also normalizes line breaks. dbt reads `source('a', 'b')` as a call only in a test's
    argument.
-#}
{%- macro _yaml(value, in_mapping=false) -%}
    {%- if value is mapping -%}
        {%- set members = [] -%}
        {%- for name, each in value.items() -%}
            {%- do members.append('"' ~ debezium._escaped(name, '"') ~ '": ' ~ debezium._yaml(each, in_mapping=true)) -%}
        {%- endfor -%}
        {{ return('{' ~ members | join(', ') ~ '}') }}
    {%- elif value is not string -%}
        {{ return(tojson(value)) }}
    {%- elif debezium._is_jinja(value) or debezium._needs_escape(value) -%}
        {{ return("'{" ~ '{ "' ~ debezium._escaped(value, '"') | replace("'", "''") ~ '" }' ~ "}'") }}
    {%- endif -%}
    {%- set is_plain = modules.re.fullmatch("[A-Za-z_][A-Za-z0-9_ (),.;<>']*", value) and not value.endswith(' ')
        and not (in_mapping and ',' in value)
        and value | lower not in ['y', 'n', 'yes', 'no', 'on', 'off', 'true', 'false', 'null'] -%}
    {{ return(value if is_plain else '"' ~ debezium._escaped(value, '"') ~ '"') }}
{%- endmacro %}
