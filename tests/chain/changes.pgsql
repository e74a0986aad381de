-- One change a paragraph, chosen at random: $n is one of forty keys, $m one of a thousand numbers.

insert into shop.orders (region, number, total) values ('north', $n, $m / 100.0)
on conflict (region, number) do update set total = excluded.total, status = null

insert into shop.orders (region, number) values ('south', $n) on conflict do nothing

update shop.orders set total = total + 0.01, status = 'paid' where number = $n

update shop.orders set placed_at = clock_timestamp() where number % 7 = $n % 7

delete from shop.orders where number = $n

insert into shop.visits values ('page ' || $n % 5, $m % 3, $m % 2 = 0)

insert into shop.visits values ('page ' || $n % 5, $m % 3, null), (null, null, null)

update shop.visits set seconds = seconds + 1 where page = 'page ' || $n % 5 and seconds < 2

delete from shop.visits where ctid in (select ctid from shop.visits where seconds = 2 limit 2)

insert into shop.articles (id, title, body) values ($n, 'title $m', shop.long_text()) on conflict do nothing

update shop.articles set views = views + 1 where id = $n

update shop.articles set title = E'\u00e9 "$m" \\ ', views = views + 1 where id % 5 = $n % 5

update shop.articles set body = shop.long_text() where id = $n

update shop.articles set body = null where id = $n

delete from shop.articles where id = $n

insert into shop.readings values (
    gen_random_uuid(), $m ^ 3::numeric / 1000, $m / 8::numeric, random(), clock_timestamp(), localtimestamp,
    current_date - $m, $n, decode(md5('$m'), 'hex'),
    jsonb_build_object('n', $m / 100.0, 'deep', jsonb_build_array(null, 'x"y', $n)),
    array['a,$n', null, 'b"'], array[$n, null, -$m], true
)

update shop.readings set tags = array_append(tags, 'later'), free = free * -1 where small = $n

update shop.readings set settings = settings || '{"n": $m}', is_valid = not is_valid where small % 4 = $n % 4

update shop.readings set content = null, taken_at = '1969-12-31 23:59:59.999999+00' where small = $n

delete from shop.readings where small = $n

insert into shop.accounts values ($n, 'owner $m', $m / 10000.0) on conflict do nothing

update shop.accounts set balance = balance - 0.0001 where id % 40 = $n

update shop.accounts set id = (id + 40) % 80 where id % 40 = $n

update shop.accounts set id = id + 80, owner = 'moved' where id = $n

update shop.accounts set id = id - 80 where id >= 80

delete from shop.accounts where id = $n

insert into shop.carts values ($n, 'item $m', 1) on conflict do nothing

insert into shop.carts select id, 'many', $m % 9 from generate_series($n, $n + 4) id on conflict do nothing

update shop.carts set quantity = quantity + 1 where id = $n

truncate shop.carts

truncate shop.carts; insert into shop.carts select id, 'again', $m % 9 from generate_series(1, 5) id
