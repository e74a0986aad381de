{#-
    Lands two orders of SQL Server as Kafka holds their events: the first is read by a snapshot and
    updated, the second is created and deleted, with its tombstone. The last text is no event.
-#}
{%- macro land_orders() -%}
create table if not exists landing.orders as
select
    'shop.dbo.orders' as topic,
    0 as partition,
    offset,
    timestamp_millis(1700000000000 + offset) as timestamp,
    key,
    value
from values
    (
        0L,
        r'{"id":1}',
        r'{"before":null,'
        r'"after":{"id":1,"status":"placed","amount":"12.50","placed_at":1699999999000},'
        r'"source":{"connector":"sqlserver","ts_ms":1700000000000,"snapshot":"true",'
        r'"db":"shop","schema":"dbo","table":"orders",'
        r'"change_lsn":null,"commit_lsn":"00000027:00000758:0005","event_serial_no":null},'
        r'"op":"r","ts_ms":1700000000100}'
    ),
    (
        1L,
        r'{"id":2}',
        r'{"before":null,'
        r'"after":{"id":2,"status":"C:\\new \"x\"","amount":"0.10","placed_at":1700000001000},'
        r'"source":{"connector":"sqlserver","ts_ms":1700000001000,"snapshot":"false",'
        r'"db":"shop","schema":"dbo","table":"orders",'
        r'"change_lsn":"00000027:00000758:0006","commit_lsn":"00000027:00000758:0007","event_serial_no":1},'
        r'"op":"c","ts_ms":1700000001100}'
    ),
    (
        2L,
        r'{"id":1}',
        r'{"before":{"id":1,"status":"placed","amount":"12.50","placed_at":1699999999000},'
        r'"after":{"id":1,"status":"paid","amount":"12.50","placed_at":1699999999000},'
        r'"source":{"connector":"sqlserver","ts_ms":1700000002000,"snapshot":"false",'
        r'"db":"shop","schema":"dbo","table":"orders",'
        r'"change_lsn":"00000027:00000758:0009","commit_lsn":"00000027:00000758:000a","event_serial_no":2},'
        r'"op":"u","ts_ms":1700000002100}'
    ),
    (
        3L,
        r'{"id":2}',
        r'{"before":{"id":2,"status":"C:\\new \"x\"","amount":"0.10","placed_at":1700000001000},'
        r'"after":null,'
        r'"source":{"connector":"sqlserver","ts_ms":1700000003000,"snapshot":"false",'
        r'"db":"shop","schema":"dbo","table":"orders",'
        r'"change_lsn":"00000027:00000758:000e","commit_lsn":"00000027:00000758:000f","event_serial_no":1},'
        r'"op":"d","ts_ms":1700000003100}'
    ),
    (4L, r'{"id":2}', null),
    (5L, r'{"id":3}', r'{"before":null,"after":{"id":3,"sta')
    as event (offset, key, value)
{%- endmacro %}
