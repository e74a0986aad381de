{#-
    Names such that no two models have the same, also not `orders` with its history and `orders_history`, nor a model of the
    project that reads another landing table: where they would be, with the table's schema, the landing table's name, then with a number.
    An entity that has models keeps their name.
-#}
{%- macro _unique_names(entities, name, landing, relation, example) -%}
    {%- set beside = debezium._models_beside(landing) -%}
    {%- set taken = ['base_' ~ name, name ~ '__ledger'] + beside -%}
    {%- set kept = debezium._names_of_existing_models(entities, debezium._existing_entities(name, beside), relation, example) -%}
    {%- for each in kept.values() -%}
        {%- do taken.extend(debezium._model_names(each).values()) -%}
    {%- endfor -%}
    {%- set result = [] -%}
    {%- for entity in entities -%}
        {%- set candidates = [entity.name, entity.name ~ '_' ~ debezium._plain_name(entity.schema or ''), entity.name ~ '_' ~ name] -%}
        {%- for number in range(2, entities | length * 2 + 2) -%}
            {%- do candidates.append(entity.name ~ '_' ~ number) -%}
        {%- endfor -%}
        {%- set own = kept.get(loop.index0) -%}
        {%- set free = [own] if own else [] -%}
        {%- for each in candidates if not own and debezium._model_names(each).values() | select('in', taken) | list | length == 0 -%}
            {%- do free.append(each) -%}
        {%- endfor -%}
        {%- do taken.extend(debezium._model_names(free[0]).values()) -%}
        {%- do result.append(dict(entity, name=free[0])) -%}
    {%- endfor -%}
    {{ return(result) }}
{%- endmacro %}

{#-
    The names of existing models that entities keep, {number of the entity: name}: those of a base model with the same argument `entity`,
    or with a topic that no other entity without such a model has. Tables that differ only by their server have the same argument. An
    error for a base model without an entity: new shared models would omit it.
-#}
{%- macro _names_of_existing_models(entities, existing, relation, example) -%}
    {%- set kept, arguments = {}, [] -%}
    {%- for entity in entities if entity.entity -%}
        {%- set argument, same = debezium._entity_argument(entity), [] -%}
        {%- do arguments.append(argument) -%}
        {%- for each, text in existing.items() if argument in text and each not in kept.values() -%}
            {%- do same.append(each) -%}
        {%- endfor -%}
        {%- do kept.update({entities.index(entity): entity.name if entity.name in same else same[0]}) if same -%}
    {%- endfor -%}
    {%- for each, text in existing.items() if arguments | select('in', text) | list | length == 0 -%}
        {%- set numbers = [] -%}
        {%- for entity in entities if entities.index(entity) not in kept -%}
            {%- for topic in entity.topics if "'" ~ topic ~ "'" in text -%}
                {%- do numbers.append(entities.index(entity)) -%}
            {%- endfor -%}
        {%- endfor -%}
        {%- if numbers | unique | list | length != 1 -%}
            {%- do debezium._error(
                'generate_landing', "base_" ~ each ~ " reads the shared model, but none of the tables in " ~ relation ~ " has its topics, or "
                    ~ "several have. A new shared model would omit it. Remove its models, or add new tables to `entities` of the shared "
                    ~ "model by hand", example
            ) -%}
        {%- endif -%}
        {%- do kept.update({numbers[0]: each}) -%}
    {%- endfor -%}
    {{ return(kept) }}
{%- endmacro %}

{#- The argument `entity` as a generated base model has it, without whitespace, because a person may have broken its line. -#}
{%- macro _entity_argument(entity) -%}
    {{ return('entity=' ~ modules.re.sub('\\s+', '', debezium._python(entity.entity))) }}
{%- endmacro %}

{#- The entities whose base models read the shared models of this name, {name: text of the base model without whitespace}. -#}
{%- macro _existing_entities(name, beside) -%}
    {%- set texts = {} -%}
    {%- for node in debezium._calling(['unwrap']) if node.package_name == project_name and node.name.startswith('base_') -%}
        {%- for shared in debezium._calling(['envelopes'], debezium._parents(node.unique_id))
            if shared.name not in beside and (shared.name ~ '__').startswith('base_' ~ name ~ '__') -%}
            {%- do texts.update({node.name[5:]: modules.re.sub('\\s+', '', node.raw_code)}) -%}
        {%- endfor -%}
    {%- endfor -%}
    {{ return(texts) }}
{%- endmacro %}

{#- The project's models that do not read this landing table. -#}
{%- macro _models_beside(landing) -%}
    {%- set sources = [] -%}
    {%- for table in landing.tables -%}
        {%- for node in graph.sources.values() if [node.schema, node.identifier] == [table.schema, table.identifier] -%}
            {%- do sources.append(node.unique_id) -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- set names = [] -%}
    {%- for node in graph.nodes.values() if node.resource_type == 'model' and node.package_name == project_name -%}
        {%- set read = [] -%}
        {%- for id in [node.unique_id] + debezium._upstream(node.unique_id) -%}
            {%- do read.extend(graph.nodes[id].depends_on.nodes | select('in', sources)) -%}
            {#- a pattern is no source for dbt -#}
            {%- do read.append(id) if landing.call in graph.nodes[id].raw_code -%}
        {%- endfor -%}
        {%- do names.append(node.name) if not read -%}
    {%- endfor -%}
    {{ return(names) }}
{%- endmacro %}
