{#-
    The events of the keys that have news, in their order, each with what was then known of its row: `decided`.
    load: of `_this_load`. continued: of `_continued`, where the rows that stand and the news tell all.
    `base` is where truncates and tombstones are found, which stand beside the change events; `connector` says
    whether its updates may need the document before them. timed: whether the record's own time is kept, for history.
-#}
{%- macro _resolved(relation, columns, base, connector, load, looked_up=false, continued=none, timed=false) -%}
    {%- set again = not continued or continued.refolded -%}
    {%- set has_truncates, has_tombstones = again and load.truncates, again and load.tombstones -%}
{{ debezium._counted_events(relation, columns, base, connector, load, looked_up, continued, timed) }},

{{ debezium._folded(
    columns,
    'applied' if connector.texts else 'counted',
    looked_up,
    debezium._kept_besides(has_tombstones, continued, timed),
    load,
    has_truncates,
    has_tombstones
) }}
{%- endmacro %}

{#- What an event keeps through the fold beside its place, kind and row. -#}
{%- macro _kept_besides(has_tombstones, continued=none, timed=false) -%}
    {{ return(
        ['_source_at'] + (['_landed_at'] if timed else [])
            + ['_sightings', '_newest_load'] + (['_counted'] if continued else [])
            + (['_is_ambiguous'] if has_tombstones else [])
    ) }}
{%- endmacro %}
