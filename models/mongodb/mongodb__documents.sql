{{ config(
    materialized='incremental',
    incremental_strategy='merge',
    unique_key='_landing_id',
) }}

-- Documents for readers that know no arrays of mixed elements: each array is an object _0, _1 ...
select
    _landing_id,
    _key,
    {{ debezium.encode_arrays('_after') | indent }} as document,
    _load
from {{ ref('stg_mongodb__customers') }}
where
    _after is not null
    {%- if is_incremental() %}
    and _load > (select coalesce(max(existing_rows._load), 0) from {{ this }} as existing_rows)
    {%- endif %}
