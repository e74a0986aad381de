{{ debezium.rejected(ref('base_mongodb__customers')) }}
