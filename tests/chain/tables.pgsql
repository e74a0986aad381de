create schema shop;

create function shop.long_text() returns text as $$
    select string_agg(md5(random()::text), '') from generate_series(1, 150)
$$ language sql;

-- a key of two columns, a null where there is a default
create table shop.orders (
    region text not null,
    number int not null,
    total numeric(12, 2),
    status text default 'open',
    placed_at timestamptz not null default clock_timestamp(),
    primary key (number, region)
);

-- no key: rows may be alike
create table shop.visits (page text, seconds int, is_bot boolean);
alter table shop.visits replica identity full;

-- the body is stored apart, so an update of another column does not carry it
create table shop.articles (id bigint primary key, title text, body text, views int not null default 0);
alter table shop.articles alter column body set storage external;

-- types
create table shop.readings (
    id uuid primary key,
    exact numeric(24, 6),
    free numeric,
    rough double precision,
    taken_at timestamptz,
    local_time timestamp,
    day date,
    small smallint,
    content bytea,
    settings jsonb,
    tags text[],
    numbers int[],
    is_valid boolean
);

-- its key changes
create table shop.accounts (id int primary key, owner text, balance numeric(14, 4));

-- it is truncated
create table shop.carts (id int primary key, item text, quantity int);

-- its rows tell how far the chain is
create table shop.markers (id int primary key, name text not null);

-- what the first snapshot reads
insert into shop.orders (region, number, total) select 'north', n, n * 1.5 from generate_series(1, 20) n;
insert into shop.visits select 'page 1', n % 3, null from generate_series(1, 10) n;
insert into shop.articles (id, title, body) select n, 'title', shop.long_text() from generate_series(1, 20) n;
insert into shop.readings (id, exact, tags) values (gen_random_uuid(), -0.000001, '{}');
insert into shop.accounts select n, 'owner', n from generate_series(1, 20) n;
insert into shop.carts select n, 'item', n from generate_series(1, 20) n;
insert into shop.markers values (0, 'marker 0');
