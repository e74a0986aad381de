{#-
    The fields that add_fields or add_headers names, as the transform reads its text `[struct.]field[:name], ...`
    (or a list): [{name, struct, field}]. Of two with one name the first counts.
-#}
{%- macro _references(macro, argument, given, prefix, example) -%}
    {%- set known = {
        'id': 'transaction', 'total_order': 'transaction', 'data_collection_order': 'transaction',
        'updateDescription': 'updateDescription',
        'op': none, 'ts_ms': none, 'ts_us': none, 'ts_ns': none,
    } -%}
    {%- set references = {} -%}
    {%- for token in (given.split(',') if given is string else given or []) if token.strip() -%}
        {%- set path, colon, name = token.strip().partition(':') -%}
        {%- set parts = path.split('.') -%}
        {%- if ':' in name or not path -%}
            {%- do debezium._error(macro, argument ~ " takes [struct.]field[:name], got: " ~ token.strip(), example) -%}
        {%- endif -%}
        {%- set reference = {'struct': parts[0], 'field': parts[1]} if parts | length > 1
            else {'struct': known.get(path, 'source'), 'field': path} -%}
        {%- set name = prefix ~ (name or parts[:2] | join('_')) -%}
        {%- do references.setdefault(name, dict(reference, name=name)) -%}
    {%- endfor -%}
    {{ return(references.values() | list) }}
{%- endmacro %}

{#- The text of a referred field: looked for in its struct, else at the top of the message. -#}
{%- macro _referred(reference, connector, options) -%}
    {%- set struct, field = reference.struct, reference.field -%}
    {%- set top = debezium._member(field, options) -%}
    {%- if struct is none -%}
        {{ return({'op': '_op', 'ts_ms': '_ts_ms'}.get(field, top)) }}
    {%- elif field in ['source', 'transaction'] -%}
        {{ return(debezium._as_json('_' ~ field)) }}
    {%- elif struct in ['source', 'transaction'] -%}
        {{ return("coalesce(_" ~ struct ~ "[" ~ debezium._text(field) ~ "], " ~ top ~ ")") }}
    {%- elif struct == 'updateDescription' and connector.extended_json -%}
        {{ return("_update_description" if struct == field
            else "get_json_object(_update_description, " ~ debezium._json_path([field]) ~ ")") }}
    {%- elif struct in ['before', 'after'] -%}
        {{ return("cast(null as string)" if connector.extended_json
            else "_" ~ struct ~ "[" ~ debezium._text(field) ~ "]" if connector.image_type.startswith('map')
            else "get_json_object(_" ~ struct ~ ", " ~ debezium._json_path([field]) ~ ")") }}
    {%- endif -%}
    {{ return("get_json_object(" ~ debezium._member(struct, options) ~ ", " ~ debezium._json_path([field]) ~ ")") }}
{%- endmacro %}

{#- Whether the message has a referred field; one of a transaction that is null counts as there. -#}
{%- macro _is_referred(reference, connector, options) -%}
    {%- set map = '_' ~ reference.struct -%}
    {%- set cases = ["map_contains_key(" ~ map ~ ", " ~ debezium._text(reference.field) ~ ")"]
        if reference.struct in ['source', 'transaction'] else [] -%}
    {%- if reference.struct == 'transaction' -%}
        {%- do cases.append("_transaction is null and _op is not null") -%}
    {%- endif -%}
    {%- do cases.append(debezium._referred(reference, connector, options) ~ " is not null") -%}
    {{ return(cases | join(' or ')) }}
{%- endmacro %}

{#- A member of the message that the package has no column of, as text. -#}
{%- macro _member(name, options) -%}
    {{ return("_members." ~ debezium._quote(name) if name in options.members else "cast(null as string)") }}
{%- endmacro %}

{#- The names at the top of the message that the references need read, besides those read anyway. -#}
{%- macro _members(layout, connector, options) -%}
    {%- set taken = ['schema', 'payload'] -%}
    {%- do taken.extend(debezium._message_fields(layout, connector) | map('lower')) if layout.parse == 'message' -%}
    {%- set names = [] -%}
    {%- for reference in options.fields + options.headers if layout.parse == 'message' -%}
        {%- set name = reference.field if reference.struct in [none, 'source', 'transaction'] else reference.struct -%}
        {%- do names.append(name) if name | lower not in taken and name not in ['op', 'ts_ms'] -%}
        {%- do taken.append(name | lower) -%}
    {%- endfor -%}
    {{ return(names) }}
{%- endmacro %}
