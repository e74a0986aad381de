{#-
    The value of a column that declares a `mask`: none where it is left out (omit), or a hash of its text (sha256), salted by
    Spark's setting debezium.salt, which the profile takes from the environment: compiled SQL shows its name alone.
-#}
{%- macro _masked_value(text, column) -%}
    {{ return({
        'omit': "cast(null as " ~ column.data_type ~ ")",
        'sha256': "sha2('${debezium.salt}' || " ~ text ~ ", 256)",
    }[column.mask]) }}
{%- endmacro %}

{#- The text of a message key, or null where it would show what is masked; it may have columns that the declared key does not name. -#}
{%- macro _key_unless_masked(columns, key, connector) -%}
    {%- set masked = columns | selectattr('mask') | list -%}
    {#- without a declared key, the message key of an ordinary row is not parsed -#}
    {%- if masked and (not key or masked | selectattr('name', 'in', key) | list) -%}
        {{ return('cast(null as string)') }}
    {%- endif -%}
    {%- set shows = debezium._each("map_contains_key(_key_texts, {})", debezium._names_of(masked, connector)) -%}
    {{ return(debezium._if(shows | join('\nor '), 'null', '_raw_key') if masked else '_raw_key') }}
{%- endmacro %}

{#- A mask must apply wherever the value could appear. -#}
{%- macro _check_masks(macro, columns, key, layout, connector, keep_raw, example) -%}
    {%- for column in columns if column.mask -%}
        {%- set masks = {'omit': true, 'sha256': true} -%}
        {%- do debezium._choose(macro, 'the mask of column ' ~ column.name, column.mask, masks, example) -%}
        {%- if keep_raw == 'all' -%}
            {%- do debezium._error(macro, "column " ~ column.name ~ " is masked, but with keep_raw='all' base shows it in the text of the messages. Remove keep_raw or the mask", example) -%}
        {%- elif layout.enveloped -%}
            {%- do debezium._error(macro, "column " ~ column.name ~ " is masked, but the shared model keeps the message. Land this topic in its own table, and let base read that table", example) -%}
        {%- elif connector.texts -%}
            {%- do debezium._error(macro, "column " ~ column.name ~ " is masked, but base contains complete documents too. Remove the mask", example) -%}
        {%- elif column.mask == 'omit' and column.name in (key or []) -%}
            {%- do debezium._error(macro, "key column " ~ column.name ~ " cannot be left out. Mask it by sha256", example) -%}
        {%- elif column.mask == 'sha256' and column.data_type != 'string' -%}
            {%- do debezium._error(macro, "column " ~ column.name ~ " is a hash. Its data_type must be string, got: " ~ column.data_type, example) -%}
        {%- elif execute and column.mask == 'sha256' and not run_query("select '${debezium.salt}'").rows[0][0] -%}
            {%- do debezium._error(
                macro, "column " ~ column.name ~ " is hashed, but Spark has no salt. Set debezium.salt in the profile, from the environment: the package's docs/repair.md", example
            ) -%}
        {%- endif -%}
    {%- endfor -%}
{%- endmacro %}
