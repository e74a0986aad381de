{#- The deleted order keeps its last image; quotes and backslashes arrive as they were sent. -#}
with expected as (
    select
        '{"id":1}' as _key,
        1 as id,
        'paid' as status,
        12.50 as amount,
        '2023-11-14 22:13:19' as placed_at,
        'u' as _op,
        false as _is_deleted

    union all

    select
        '{"id":2}' as _key,
        2 as id,
        r'C:\new "x"' as status,
        0.10 as amount,
        '2023-11-14 22:13:21' as placed_at,
        'd' as _op,
        true as _is_deleted
),

actual as (
    select
        _key,
        id,
        status,
        amount,
        cast(placed_at as string) as placed_at,
        _op,
        _is_deleted
    from {{ ref('shop__orders') }}
)

select
    expected._key as expected_key,
    actual._key as actual_key
from expected
full outer join actual
    on
        expected._key = actual._key
        and expected.id = actual.id
        and expected.status = actual.status
        and expected.amount = actual.amount
        and expected.placed_at = actual.placed_at
        and expected._op = actual._op
        and expected._is_deleted = actual._is_deleted
where
    expected._key is null
    or actual._key is null
