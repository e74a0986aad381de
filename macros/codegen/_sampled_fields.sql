{#-
    The fields of a table from a sample of its images, without a schema: the types of each path, their
    union, and how often they occur. Nested documents are read by path, three levels deep. The key comes
    first, then the order of the images.
-#}
{%- macro _sampled_fields(table) -%}
    {%- set fields = [] -%}
    {%- set images = "
select if(try_parse_json(image) is null, " ~ debezium._with_quoted_numbers('image') ~ ", image) as image
from (
    select " ~ debezium._image_of_row(table) ~ " as image
    " ~ debezium._rows_of_table(table) | indent ~ "
)
where image is not null
limit 1000" -%}
    {%- set total = debezium._query_rows("select count(*) as times from (" ~ images ~ ")")[0].times -%}
    {%- set documents = not debezium._is_row(table) and debezium._connectors()[table.connector].extended_json or false -%}
    {%- set open = [{'path': [], 'place': []}] -%}
    {%- for level in range(3 if documents else 1) -%}
        {%- set objects = open[:] -%}
        {%- do open.clear() -%}
        {%- for object in objects -%}
            {%- set path = object.path -%}
            {%- set types = {} -%}
            {%- for row in debezium._query_rows(debezium._types_in_images(images, path, documents)) -%}
                {%- do types.setdefault(row.name, {}).update({row.type: row.times}) -%}
            {%- endfor -%}
            {#- so many names are values, as the keys of a map are: the next documents have others -#}
            {%- if path and types | length > 200 -%}
                {%- do fields.append({
                    'data_type': 'string', 'name': path | join('_'), 'path': path | join('.'), 'place': object.place,
                    'comment': "CHECK: an object with " ~ types | length ~ " names in the sample. As text, or declare map<string, string>.",
                }) -%}
                {%- do types.clear() -%}
            {%- endif -%}
            {%- for name, seen_types in types.items()
                if not (debezium._is_row(table) and name.startswith('__') or documents and '.' in name) -%}
                {#- empty documents alone have no fields to declare: the column is text -#}
                {%- if seen_types.document and 'empty document' in seen_types -%}
                    {%- do seen_types.update(document=seen_types.document + seen_types.pop('empty document')) -%}
                {%- endif -%}
                {#- base64 of three bytes looks like a word: it is text, unless other values show bytes and no text -#}
                {%- set unpadded = seen_types.pop('groups of four', 0) -%}
                {%- set kind = 'base64' if seen_types.base64 and not seen_types.string else 'string' -%}
                {%- do seen_types.update({kind: seen_types.get(kind, 0) + unpadded}) if unpadded -%}
                {%- set kinds = seen_types.keys() | reject('equalto', 'void') | list -%}
                {%- set place = (object.place or [0 if name in table.key else 1]) + [loop.index] -%}
                {#- a document's id is one column, also if it is a document -#}
                {%- if documents and level < 2 and kinds == ['document'] and path + [name] != table.key -%}
                    {%- do open.append({'path': path + [name], 'place': place}) -%}
                {%- else -%}
                    {%- do fields.append(dict(
                        debezium._union_of(kinds),
                        name=(path + [name]) | join('_'),
                        path=(path + [name]) | join('.'),
                        place=place,
                        comment=debezium._sampled_comment(seen_types, total)
                    )) -%}
                {%- endif -%}
            {%- endfor -%}
        {%- endfor -%}
    {%- endfor -%}
    {{ return(fields | sort(attribute='place')) }}
{%- endmacro %}

{#- How sure a type is: how often each was seen, where several were, and what a text may be besides. -#}
{%- macro _sampled_comment(seen_types, total) -%}
    {%- set kinds = seen_types | reject('equalto', 'void') | list -%}
    {%- set shown = [] -%}
    {%- for kind, times in seen_types | dictsort(by='value', reverse=true) if kind in kinds -%}
        {%- do shown.append(kind ~ " (" ~ times ~ ")" if kinds | length > 1 else kind) -%}
    {%- endfor -%}
    {%- set notes = ["Seen in " ~ seen_types.values() | sum ~ " of " ~ total ~ " sampled images, as " ~ (shown | join(', ') or 'null') ~ "."] -%}
    {%- if kinds | length > 1 and kinds | reject('in', ['base64', 'string']) | list and debezium._union_of(kinds).data_type == 'string' -%}
        {%- do notes.append("CHECK: only text fits all of these.") -%}
    {%- endif -%}
    {%- if seen_types.base64 and seen_types.base64 >= seen_types.string | default(0) -%}
        {%- do notes.append("CHECK: may be bytes as base64; a decimal so sent needs its semantic_type and scale, docs/types.md.") -%}
    {%- endif -%}
    {{ return(notes | join(' ')) }}
{%- endmacro %}
