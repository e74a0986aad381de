{#-
    Whether a new event comes after the event or row before it, which has all that it needs. An existing
    row passes unless it is pending.
-#}
{%- macro _is_next(connector) -%}
coalesce(
    not _pending
    {%- if connector.texts %}
    and _unavailable is null
    {%- endif %}
    and (
        _event_before is null
        or (
            length(_position) > 4
            and left(_position, 4) = left(_event_before._position, 4)
            and _position > _event_before._position
            and {{ debezium._place_parts().topic_partition }} <=> _event_before._partition
            and _topic_offset > _event_before._topic_offset
            and _server <=> _event_before._server
            and _collection <=> _event_before._collection
            and _event_before._op <> 't'
            -- a deleted row lacks the values before the delete
            and (
                _event_before._is_new
                or _event_before._op <> 'd'
                or (_op <> 'd' and _unavailable is null and _event_before._source_at is not null)
            )
        )
    ),
    false
)
{%- endmacro %}
