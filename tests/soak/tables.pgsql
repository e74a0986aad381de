
-- its columns change: added, widened, renamed, dropped
create table shop.stock (id int primary key, label text not null);

insert into shop.stock select n, 'label ' || n from generate_series(1, 40) n;

-- requests to the connector, and the watermarks that it writes itself
create table shop.signals (id varchar(42) primary key, type varchar(32) not null, data varchar(2048));
