{{ debezium.rejected(ref('base_shop__orders')) }}
