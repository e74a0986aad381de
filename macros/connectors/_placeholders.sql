{#-
    A connector that writes a placeholder for a value that it does not have: what its setting `unavailable.value.placeholder`
    gives in each form, and which columns an event carries without it. `octets` are the setting's bytes.
-#}
{%- macro _with_placeholders(connector, octets='__debezium_unavailable_value'.encode()) -%}
    {{ return(dict(connector,
        placeholders=debezium._placeholders(octets),
        present_fields="if(size(_texts) < size(_given), map_keys(_texts), null)"
    )) }}
{%- endmacro %}

{#-
    The placeholder as text, in base64 (plain or safe in a URL) and hexadecimal digits, in an array (of uuids: its own uuid),
    in a map, and as the numbers of its bytes.
-#}
{%- macro _placeholders(octets) -%}
    {%- set text = octets.decode('utf-8', 'replace') -%}
    {%- set json = [] -%}
    {%- for each in text -%}
        {#- Jackson escapes little, and writes the digits of an escape in capitals. -#}
        {%- set escaped = tojson(each)[1:-1] -%}
        {%- set escaped = escaped if escaped | length < 6 else escaped | upper | replace('\\U', '\\u') -%}
        {%- do json.append(escaped if each < ' ' or each in '"\\' or each > '\uffff' else each) -%}
    {%- endfor -%}
    {%- set json = '"' ~ json | join ~ '"' -%}
    {#- Of what dbt offers only YAML writes base64, as the text of a binary value. -#}
    {%- set base64 = modules.re.sub('\\s', '', toyaml(octets).split('|')[1]) -%}
    {%- set numbers = [] -%}
    {%- for octet in octets -%}
        {%- do numbers.append(octet if octet < 128 else octet - 256) -%}
    {%- endfor -%}
    {{ return([
        text,
        base64,
        base64 | replace('+', '-') | replace('/', '_'),
        octets.hex(),
        '[' ~ json ~ ']',
        '["' ~ base64 ~ '"]',
        '["' ~ debezium._uuid_of(octets) ~ '"]',
        '{' ~ json ~ ':' ~ json ~ '}',
        '[' ~ numbers | join(',') ~ ']',
    ] | unique(true) | list) }}
{%- endmacro %}

{#- The uuid that Java names after these bytes: their MD5 with version 3 and the variant in it. -#}
{%- macro _uuid_of(octets) -%}
    {%- set text = octets.decode('utf-8', 'ignore') -%}
    {%- if text.encode() == octets -%}
        {%- set digits = local_md5(text) -%}
    {%- elif execute -%}
        {#- dbt hashes text alone -#}
        {%- set digits = run_query("select md5(X'" ~ octets.hex() ~ "')").rows[0][0] -%}
    {%- else -%}
        {%- set digits = '0' * 32 -%}
    {%- endif -%}
    {%- set variant = '89ab'[digits[16] | int(base=16) % 4] -%}
    {{ return([digits[:8], digits[8:12], '3' ~ digits[13:16], variant ~ digits[17:20], digits[20:]] | join('-')) }}
{%- endmacro %}

{#- The connector with the placeholder that its configuration names; none where it has the default. -#}
{%- macro _with_own_placeholder(macro, name, connector, setting, example) -%}
    {%- if setting is none -%}
        {{ return(connector) }}
    {%- elif not connector.placeholder -%}
        {%- do debezium._error(macro, name ~ " does not write placeholders. Omit unavailable_value_placeholder, got: " ~ setting, example) -%}
    {%- elif setting is not string or not setting -%}
        {%- do debezium._error(
            macro, "unavailable_value_placeholder must be the text of the connector's unavailable.value.placeholder, got: "
                ~ (setting if setting else 'an empty text'),
            example
        ) -%}
    {%- elif connector.placeholder != 'octets' or not setting.startswith('hex:') -%}
        {{ return(debezium._with_placeholders(connector, setting.encode())) }}
    {%- elif not modules.re.fullmatch('hex:([0-9A-Fa-f]{2})+', setting) -%}
        {%- do debezium._error(
            macro, "unavailable_value_placeholder must have pairs of hexadecimal digits after hex:, got: " ~ setting, example
        ) -%}
    {%- endif -%}
    {{ return(debezium._with_placeholders(connector, ''.encode().fromhex(setting[4:]))) }}
{%- endmacro %}
