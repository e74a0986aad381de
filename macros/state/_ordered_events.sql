{#-
    The events of the keys with new events, in their order, each with the last known values of its row:
    `decisive_events`. load: of `_load_plan`. base: contains truncates and tombstones. connector: whether its
    updates may need an earlier document. timed: whether the record's own time is kept, for history.
-#}
{%- macro _ordered_events(relation, columns, base, connector, load, update_lookup=false, timed=false) -%}
{{ debezium._effective_events(relation, columns, base, connector, load, update_lookup, timed) }},

{{ debezium._row_states(columns, 'with_document_values' if connector.texts else 'distinct_events', update_lookup, load, timed) }}
{%- endmacro %}

{#- The columns that an event keeps through the steps, besides its position, kind and row. -#}
{%- macro _extra_event_columns(load, timed=false) -%}
    {{ return(
        ['_source_at'] + (['_topic_timestamp'] if timed else [])
            + debezium._key_totals(timed) | list
            + (['_may_be_of_other_table'] if load.tombstones else [])
    ) }}
{%- endmacro %}

{#- What each event has of all events of its key, {name: expression}. -#}
{%- macro _key_totals(timed) -%}
    {%- set counts = {} if timed else {'_landed_events': "count_if(_kind = 'event') over of_key"} -%}
    {{ return(dict(counts, _newest_load='max(_load) over of_key')) }}
{%- endmacro %}
