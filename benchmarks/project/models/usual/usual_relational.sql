{{ config(
    materialized='incremental',
    incremental_strategy='merge',
    unique_key='id',
    partition_by='bucket(16, id)',
) }}

with ranked as (
    select
        *,
        row_number() over (partition by id order by lsn desc) as newest
    from {{ ref('usual_stg_relational') }}
    {% if is_incremental() %}
    where landed_at > (select max(landed_at) from {{ this }})
    {% endif %}
)

select
    op,
    lsn,
    ts_ms,
    landed_at,
    id,
    name,
    email,
    quantity,
    price,
    paid,
    day,
    changed_at,
    note,
    version
from ranked
where newest = 1
