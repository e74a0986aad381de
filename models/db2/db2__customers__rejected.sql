{{ debezium.rejected(ref('base_db2__customers')) }}
