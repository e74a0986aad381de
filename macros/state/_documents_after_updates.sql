{#- The documents that a complete document and its updates leave, one after the other. -#}
{%- macro _documents_after_updates(update_lookup) -%}
updated_documents as (
    select
        _key,
        _document_number,
        from_json(
            debezium_apply_updates(to_json(transform(
                array_sort(collect_list(struct(
                    _update_number,
                    struct(
                        _op as op,
                        _before as before,
                        {%- if update_lookup %}
                        if(_is_replaced, _next_before, _after) as after,
                        if(_is_replaced, _after, null) as update_lookup,
                        {%- else %}
                        _after as after,
                        {%- endif %}
                        _update_description as update_description,
                        _patch as patch,
                        _filter as `filter`
                    ) as step
                ))),
                each -> each.step
            ))),
            'array<string>'
        ) as documents
    from numbered_events
    where _has_updates
    group by
        _key,
        _document_number
)
{%- endmacro %}
