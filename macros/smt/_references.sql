{#-
    The fields that add_fields or add_headers names, as the transform reads its text `[struct.]field[:name], ...`
    (or a list): [{name, struct, field}]. Of two with one name the first counts. Separators at an end have no effect.
-#}
{%- macro _references(macro, argument, given, prefix, example) -%}
    {%- set known = {
        'id': 'transaction', 'total_order': 'transaction', 'data_collection_order': 'transaction',
        'updateDescription': 'updateDescription',
        'op': none, 'ts_ms': none, 'ts_us': none, 'ts_ns': none,
    } -%}
    {%- set references = {} -%}
    {%- for token in (given.split(',') if given is string else given or []) if token.strip() -%}
        {%- set path, colon, name = token.strip().rstrip(':').partition(':') -%}
        {%- set path = path.rstrip('.') -%}
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
{%- macro _reference_text(reference, connector, options) -%}
    {%- set struct, field = reference.struct, reference.field -%}
    {%- set top = debezium._member(field, connector, options) -%}
    {%- if struct is none or struct == field or (struct == 'source' and field == 'transaction') -%}
        {{ return(top) }}
    {%- elif struct in ['source', 'transaction'] -%}
        {{ return("coalesce(get_json_object(" ~ debezium._member(struct, connector, options) ~ ", " ~ debezium._json_path([field]) ~ "), " ~ top ~ ")") }}
    {%- elif struct in ['before', 'after'] and connector.extended_json -%}
        {{ return("cast(null as string)") }}
    {%- elif struct in ['before', 'after'] and connector.image_type.startswith('map') -%}
        {{ return("_" ~ struct ~ "[" ~ debezium._string_literal(field) ~ "]") }}
    {%- endif -%}
    {%- set owner = debezium._member(struct, connector, options) -%}
    {{ return("get_json_object(" ~ owner ~ ", " ~ debezium._json_path([field]) ~ ")") }}
{%- endmacro %}

{#-
    Whether the message has a referred field, null or not: in its struct, else at the top. Of a struct that is null
    the names are Debezium's.
-#}
{%- macro _has_reference(reference, connector, options) -%}
    {%- set struct, field = reference.struct, reference.field -%}
    {%- set text = debezium._string_literal(field) -%}
    {%- set message = "coalesce(get_json_object(_raw, '$.payload'), _raw)" -%}
    {%- set declared = {'transaction': ['id', 'total_order', 'data_collection_order']} -%}
    {%- do declared.update(updateDescription=['updatedFields', 'removedFields', 'truncatedArrays']) if connector.extended_json -%}
    {%- set cases, owners = [], [] -%}
    {%- if struct in ['source', 'transaction'] -%}
        {%- do cases.append("array_contains(json_object_keys(" ~ debezium._member(struct, connector, options) ~ "), " ~ text ~ ")") -%}
    {%- endif -%}
    {%- if field in declared.get(struct, []) -%}
        {%- set owner = debezium._member(struct, connector, options) -%}
        {%- do cases.append(
            "(" ~ owner ~ " is null and array_contains(json_object_keys(" ~ message ~ "), " ~ debezium._string_literal(struct) ~ "))"
        ) -%}
        {%- do owners.append(owner) -%}
    {%- elif struct in ['before', 'after'] and not connector.extended_json -%}
        {%- do owners.append(debezium._member('after', connector, options)) -%}
        {%- do owners.append(debezium._member('before', connector, options)) -%}
    {%- elif struct in [none, field, 'source'] -%}
        {%- do owners.append(message) -%}
    {%- endif -%}
    {%- for owner in owners -%}
        {%- do cases.append("array_contains(json_object_keys(" ~ owner ~ "), " ~ text ~ ")") -%}
    {%- endfor -%}
    {%- do cases.append(debezium._reference_text(reference, connector, options) ~ " is not null") -%}
    {{ return(cases | join(' or ')) }}
{%- endmacro %}

{#- A member at the top of the message, as text. -#}
{%- macro _member(name, connector, options) -%}
    {%- set as_map = connector.image_type.startswith('map') -%}
    {%- set known = {
        'op': '_op',
        'ts_ms': '_ts_ms',
        'before': debezium._as_json('_before') if as_map else '_before',
        'after': debezium._as_json('_after') if as_map else '_after',
    } -%}
    {%- do known.update(patch='_patch', filter='_filter', updateDescription='_update_description') if connector.extended_json -%}
    {%- if name in options.members -%}
        {{ return("_members." ~ debezium._quote(name)) }}
    {%- elif name in known or (options.parsed and name not in ['source', 'transaction']) -%}
        {{ return(known.get(name, "cast(null as string)")) }}
    {%- endif -%}
    {%- set path = debezium._json_path([name]) -%}
    {{ return("coalesce(get_json_object(_raw, '$.payload" ~ path[2:] ~ "), get_json_object(_raw, " ~ path ~ "))") }}
{%- endmacro %}

{#- The names at the top of the message that the references need read, besides those read anyway. -#}
{%- macro _members(layout, connector, options) -%}
    {%- if layout.parse != 'message' -%}
        {{ return([]) }}
    {%- endif -%}
    {%- set taken = ['schema', 'payload'] + (debezium._message_fields(layout, connector) | map('lower') | list) -%}
    {%- set names = [] -%}
    {%- for reference in options.fields + options.headers -%}
        {%- set name = reference.field if reference.struct in [none, 'source', 'transaction'] else reference.struct -%}
        {%- do names.append(name) if name | lower not in taken -%}
        {%- do taken.append(name | lower) -%}
    {%- endfor -%}
    {{ return(names) }}
{%- endmacro %}
