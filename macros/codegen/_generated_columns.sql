{#-
    Fields as columns that a model can declare: unique names regardless of case, no names of the package,
    no dots, only characters that SQL can quote. `path` has the name of the source if it differs. A
    semantic type is written only if it changes how the text is read.
-#}
{%- macro _generated_columns(fields, key) -%}
    {%- set reserved = debezium.metadata_columns() + debezium._helper_columns() -%}
    {%- set taken = reserved | map('lower') | list -%}
    {%- set columns = [] -%}
    {%- for field in fields -%}
        {%- set preferred = modules.re.sub('[.' ~ debezium._control_characters() ~ ']|[$](?=[{])', '_', field.name) -%}
        {%- set names = [] -%}
        {%- for number in range(1, fields | length + 3) if not names -%}
            {%- set name = preferred if number == 1 else preferred ~ '_' ~ number -%}
            {%- do names.append(name) if name | lower not in taken -%}
        {%- endfor -%}
        {%- do taken.append(names[0] | lower) -%}
        {%- set path = field.path or field.name -%}
        {%- set meta = {} -%}
        {%- do meta.update(path=path) if path != names[0] -%}
        {%- if field.semantic_type and debezium.decode('text', field.data_type, field.semantic_type, field)
            != debezium.decode('text', field.data_type) -%}
            {%- do meta.update(semantic_type=field.semantic_type) -%}
        {%- endif -%}
        {%- if meta.semantic_type -%}
            {%- for parameter in ['scale', 'length', 'encoding'] if field[parameter] is defined -%}
                {%- do meta.update({parameter: field[parameter]}) -%}
            {%- endfor -%}
        {%- endif -%}
        {%- for entry in ['unsigned', 'older_types', 'fields'] if field[entry] -%}
            {%- do meta.update({entry: field[entry]}) -%}
        {%- endfor -%}
        {%- do meta.update(default=field.default) if field.default is defined -%}
        {%- do columns.append({
            'name': names[0],
            'source': path,
            'data_type': field.data_type,
            'meta': meta,
            'comment': field.comment,
            'is_key': path in key,
        }) -%}
    {%- endfor -%}
    {{ return(columns) }}
{%- endmacro %}
