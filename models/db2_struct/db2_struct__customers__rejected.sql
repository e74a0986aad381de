{{ debezium.rejected(ref('base_db2_struct__customers')) }}
