{#- What became of a landed row, by the last step of the fold that it reached; or why the row is not of the fold. -#}
{%- macro _outcome(told) -%}
case
    when landed_rows._class = 'rejected' then concat('rejected: ', landed_rows._reason)
    when landed_rows._class not in ('data', 'truncate', 'tombstone') then concat('no event of this entity: ', landed_rows._class)
    {%- if not told.reads_base %}
    when landed_rows._class <> 'data' then 'deletes nothing: the model reads no base'
    {%- endif %}
    when landed_rows._class = 'data' and not landed_rows.is_selected then {{ debezium._text('left out by ' ~ told.name) }}
    when landed_rows._class = 'tombstone' and not landed_rows.is_counted then 'says nothing: the delete before it has said it'
    when not landed_rows.is_counted then concat('repeat of ', first_sightings.first._landing_id)
    when landed_rows.is_pending then 'waits for a document'
    when landed_rows._landing_id = deciding._landing_id then 'decides the row'
    when not landed_rows.is_decided and landed_rows._class <> 'data' then 'deletes nothing'
    when not landed_rows.is_decided then 'waits for a whole row'
    else concat(
        'superseded by ',
        deciding._landing_id,
        case
            when landed_rows._position.epoch < deciding._position.epoch then ': an earlier epoch'
            when landed_rows._position.coordinates < deciding._position.coordinates then ': lower coordinates'
            else ': arrived earlier'
        end
    )
end
{%- endmacro %}
