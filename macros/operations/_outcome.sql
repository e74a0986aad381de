{#-
    The outcome of a landed row, by the last step that it reached, or the reason why it is not an event of
    the entity.
-#}
{%- macro _outcome(inputs) -%}
case
    when _class = 'rejected' then concat('rejected: ', _reason)
    when _class not in ('data', 'truncate', 'tombstone') then concat('not an event of this entity: ', _class)
    {%- if not inputs.reads_base %}
    when _class <> 'data' then 'no effect: the model does not read base'
    {%- endif %}
    when _class = 'data' and not is_selected then {{ debezium._string_literal('excluded by ' ~ inputs.name) }}
    when _class = 'tombstone' and not is_counted then 'no effect: the preceding delete already applies'
    when not is_counted then concat('duplicate of ', first_copy._landing_id)
    when is_pending then 'pending'
    when _landing_id = deciding._landing_id then 'current'
    when not is_decided and _class <> 'data' then 'deletes nothing'
    when not is_decided then 'pending: the row is incomplete'
    else concat(
        'superseded by ',
        deciding._landing_id,
        case
            when _place.epoch < deciding._place.epoch then ': an earlier epoch'
            when _place.coordinates < deciding._place.coordinates then ': lower coordinates'
            else ': arrived earlier'
        end
    )
end
{%- endmacro %}
