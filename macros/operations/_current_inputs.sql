{#-
    The inputs of a current model, from dbt's graph: its relation, its staging and base models, and the
    arguments in the text of its call.
-#}
{%- macro _current_inputs(macro, model, example) -%}
    {%- set node = debezium._node(macro, model, ['current'], 'a current model, one that calls debezium.current', example) -%}
    {%- set parents = debezium._parents(node.unique_id) -%}
    {%- set upstream = [] -%}
    {%- for id in parents -%}
        {%- do upstream.extend(debezium._upstream(id)) -%}
    {%- endfor -%}
    {%- set relation = parents | reject('in', upstream) | first -%}
    {%- set bases = debezium._calling(['unwrap'], upstream if relation else []) | map(attribute='unique_id') | list -%}
    {%- if not bases -%}
        {%- do debezium._error(macro, "no upstream model of " ~ model ~ " calls debezium.unwrap. Name a model that reads one that does", example) -%}
    {%- endif -%}
    {%- set current = debezium._relation_of(node) -%}
    {%- set columns = debezium._typed_columns(node) -%}
    {%- if not columns -%}
        {%- for column, type in debezium._column_types(current).items() if column not in debezium.metadata_columns() -%}
            {%- do columns.update({column: type}) -%}
        {%- endfor -%}
    {%- endif -%}
    {{ return({
        'current': current,
        'relation': debezium._relation_of(graph.nodes[relation]),
        'base': debezium._relation_of(graph.nodes[bases[0]]),
        'base_id': bases[0],
        'reads_base': bases[0] in parents,
        'columns': columns,
        'connector': debezium._literal_argument(node.raw_code, 'connector'),
        'deletes': debezium._literal_argument(node.raw_code, 'deletes') or 'soft',
    }) }}
{%- endmacro %}

{#- The model of this name that calls one of these macros. -#}
{%- macro _node(macro, name, called, kind, example) -%}
    {%- set known = debezium._calling(called) -%}
    {%- for node in known if node.name == name -%}
        {{ return(node) }}
    {%- endfor -%}
    {%- do debezium._error(
        macro, "model must be " ~ kind ~ (" (" ~ known | map(attribute='name') | join(', ') ~ ")" if known) ~ ", got: " ~ name, example
    ) -%}
{%- endmacro %}

{#-
    The models whose text calls one of these macros of the package: in the order of these ids, otherwise
    all by name.
-#}
{%- macro _calling(called, ids=none) -%}
    {%- set candidates = graph.nodes.values() | sort(attribute='name') if ids is none else [] -%}
    {%- for id in ids or [] -%}
        {%- do candidates.append(graph.nodes[id]) -%}
    {%- endfor -%}
    {%- set nodes = [] -%}
    {%- for node in candidates if node.resource_type == 'model'
        and modules.re.search('debezium[.](' ~ called | join('|') ~ ')[(]', node.raw_code) -%}
        {%- do nodes.append(node) -%}
    {%- endfor -%}
    {{ return(nodes) }}
{%- endmacro %}

{%- macro _relation_of(node) -%}
    {{ return(api.Relation.create(database=node.database, schema=node.schema, identifier=node.alias)) }}
{%- endmacro %}

{#- The models that a model reads. -#}
{%- macro _parents(id) -%}
    {{ return(graph.nodes[id].depends_on.nodes | select('in', graph.nodes) | list) }}
{%- endmacro %}

{#- The models that a model reads, directly or through others, the nearest first. -#}
{%- macro _upstream(id) -%}
    {%- set found = debezium._parents(id) -%}
    {%- for parent in found -%}
        {%- do found.extend(debezium._parents(parent) | reject('in', found)) -%}
    {%- endfor -%}
    {{ return(found) }}
{%- endmacro %}

{#- The value of an argument that a model's text gives as a literal, its escapes read as Jinja reads them. -#}
{%- macro _literal_argument(text, name) -%}
    {%- set literal = '\'((?:[^\'\\\\]|\\\\.)*)\'|"((?:[^"\\\\]|\\\\.)*)"' -%}
    {%- set found = modules.re.search('[(,\\s]' ~ name ~ '\\s*=\\s*(?:' ~ literal ~ ')', text) -%}
    {{ return((found.group(1) or found.group(2) or '').encode('ascii', 'backslashreplace').decode('unicode-escape') if found else none) }}
{%- endmacro %}
