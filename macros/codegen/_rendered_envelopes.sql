{#- The tables whose messages one base model can parse, by its name: the source blocks of two connectors have different fields. -#}
{%- macro _parsed_together(entities, name, beside) -%}
    {%- set families = {} -%}
    {%- for entity in entities -%}
        {%- do families.setdefault((entity.layout, entity.connector), []).append(entity) -%}
    {%- endfor -%}
    {#- a shared model that is there keeps its name, and with it the messages that landing no longer has -#}
    {%- set kept = {} -%}
    {%- for node in debezium._calling(['envelopes']) if node.package_name == project_name and node.name not in beside
        and (node.name ~ '__').startswith('base_' ~ name ~ '__') -%}
        {%- set text = modules.re.sub('\\s+', '', node.raw_code) -%}
        {%- for family in families if "layout='" ~ family[0] ~ "'" in text and "connector='" ~ family[1] ~ "'" in text -%}
            {%- do kept.update({family: node.name}) -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- set groups = {} -%}
    {%- for family, group in families.items() -%}
        {%- set base = 'base_' ~ name ~ ('__' ~ group[0].connector if families | length > 1 else '') -%}
        {%- set is_taken = base in groups or base in kept.values() -%}
        {%- do groups.update({kept.get(family) or base ~ ('__' ~ group[0].layout if is_taken else ''): group}) -%}
    {%- endfor -%}
    {{ return(groups) }}
{%- endmacro %}

{#- The base model of several tables; by topic, so that each of them reads its own rows alone. -#}
{%- macro _rendered_envelopes(group) -%}
    {%- set known = [] -%}
    {%- for entity in group -%}
        {%- do known.append(debezium._python(entity.entity)) -%}
    {%- endfor -%}
    {{ return(debezium._merging_config('_landing_id', '_topic') ~ debezium._call('envelopes', [
        group[0].reads,
        "layout='" ~ group[0].layout ~ "'",
        "connector='" ~ group[0].connector ~ "'",
        "entities=[\n        " ~ known | join(",\n        ") ~ ",\n    ]",
    ] + (["exact_numbers=true"] if group | selectattr('exact_numbers') | list else [])
      + (["compression='" ~ group[0].compression ~ "'"] if group[0].compression else []), spread=true) ~ '\n') }}
{%- endmacro %}

{%- macro _rendered_envelopes_yaml(base, group, ledger) -%}
    {%- set models = debezium._each("              - ref('base_{}')\n", group | map(attribute='name')) -%}
    {{ return("  - name: " ~ base ~ "
    description: One row per landed row, with its parsed message. The base models of the tables classify their rows.
    data_tests:
      - debezium.conservation:
          arguments:
            landing: " ~ debezium._call_in_yaml(group[0].reads) ~ "
            layout: " ~ group[0].layout ~ "
            ledger: ref('" ~ ledger ~ "')
            entities:
" ~ models | join ~ "      - debezium.no_rejected_rows:
          config: {severity: warn}
      - debezium.no_unassigned_tombstones:
          config: {severity: warn}
") }}
{%- endmacro %}
