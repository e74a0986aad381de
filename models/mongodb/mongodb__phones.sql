-- An analyst's way into a document: any field by its path, no declaration needed.
select
    _key,
    _position,
    {{ debezium.field('_after', 'first_name') | indent }} as first_name,
    {{ debezium.field('_after', 'address.city') | indent }} as city,
    {{ debezium.field('_after', 'registered', 'timestamp') | indent }} as registered,
    {{ debezium.field('_after', 'phones.0') | indent }} as first_phone
from {{ ref('stg_mongodb__customers') }}
where _op <> 'd'
