{#- The versions that the table holds and the fold no longer has. -#}
{%- macro _voided(names, marks) -%}
-- what a late event has made one with another version: emptied here, deleted after the merge
select
    held._version_id,
    held._key,
    held._version,
    {%- for name in names %}
    held.{{ name }},
    {%- endfor %}
    held._valid_from,
    held._valid_from as _valid_to,
    false as _is_current,
    held._op,
    held._position,
    {%- for name in marks %}
    held.{{ name }},
    {%- endfor %}
    true as _is_void,
    newest._load
from {{ this }} as held
inner join newest
    on
        held._key = newest._key
        and held._version > newest._version
{%- endmacro %}
