{#-
    The parts of a document that columns read, by path: objects of which they read single fields, {path:
    {fields, is_array}}, and fields that they read completely, or as an array or a map. An index
    (`items.0`) makes the array one of the latter.
-#}
{%- macro _declared_paths(columns) -%}
    {%- set declared = {'objects': {}, 'fields': []} -%}
    {%- for column in columns if not column.text -%}
        {%- set names = column.path.split('.') -%}
        {%- set path = [] -%}
        {%- for name in names -%}
            {%- if path and not name.isdigit() and path | join('.') not in declared.fields -%}
                {%- do debezium._declare_field(declared, path | join('.'), name) -%}
            {%- elif path -%}
                {%- do declared.fields.append(path | join('.')) -%}
            {%- endif -%}
            {%- do path.append(name) -%}
        {%- endfor -%}
        {%- do debezium._declare_type(declared, column.path, column.data_type | trim) -%}
    {%- endfor -%}
    {%- set objects = {} -%}
    {%- for path, object in declared.objects.items() -%}
        {%- set is_inside = namespace(value=false) -%}
        {%- for field in declared.fields if path == field or path.startswith(field ~ '.') -%}
            {%- set is_inside.value = true -%}
        {%- endfor -%}
        {%- do objects.update({path: object}) if not is_inside.value -%}
    {%- endfor -%}
    {{ return({'objects': objects, 'fields': declared.fields | unique | list}) }}
{%- endmacro %}

{%- macro _declare_field(declared, path, name) -%}
    {%- set object = declared.objects.setdefault(path, {'fields': [], 'is_array': false}) -%}
    {%- do object.fields.append(name) if name not in object.fields -%}
{%- endmacro %}

{%- macro _declare_type(declared, path, data_type) -%}
    {%- set inner = debezium._inner_types(data_type) if modules.re.match('(?i)(array|struct)\\s*<', data_type) else {} -%}
    {%- if modules.re.match('(?i)struct\\s*<', data_type) -%}
        {%- for name, type in inner.items() -%}
            {%- do debezium._declare_field(declared, path, name) -%}
            {%- do debezium._declare_type(declared, path ~ '.' ~ name, type) -%}
        {%- endfor -%}
    {%- elif modules.re.match('(?i)struct\\s*<', inner.value or '') -%}
        {%- do debezium._declare_type(declared, path, inner.value) -%}
        {%- do declared.objects[path].update(is_array=true) -%}
    {%- else -%}
        {%- do declared.fields.append(path) -%}
    {%- endif -%}
{%- endmacro %}

{#- The objects at a path of `document`, as an array of JSON texts. -#}
{%- macro _objects_at(path, objects) -%}
    {%- set found = {'': 'array(' ~ debezium._as_strict_json('document') ~ ')'} -%}
    {%- set names = [] -%}
    {%- for name in path.split('.') -%}
        {%- set texts = found[names | join('.')] -%}
        {%- do names.append(name) -%}
        {%- set text = "get_json_object(text, " ~ debezium._json_path([name]) ~ ")" -%}
        {%- if objects[names | join('.')].is_array -%}
            {%- set texts = "flatten(transform(
    " ~ texts | indent ~ ",
    text -> coalesce(from_json(" ~ text ~ ", 'array<string>'), array())
))" -%}
        {%- else -%}
            {%- set texts = "transform(
    " ~ texts | indent ~ ",
    text -> " ~ text ~ "
)" -%}
        {%- endif -%}
        {%- do found.update({names | join('.'): texts}) -%}
    {%- endfor -%}
    {{ return(found[path]) }}
{%- endmacro %}
