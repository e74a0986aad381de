-- Changes of the table whose columns change: they name no column that comes or goes.

insert into shop.stock (id, label) values ($n, 'label $m') on conflict (id) do update set label = excluded.label

update shop.stock set label = 'label $m' where id % 8 = $n % 8

delete from shop.stock where id = $n
