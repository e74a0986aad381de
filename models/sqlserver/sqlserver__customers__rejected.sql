{{ debezium.rejected(ref('base_sqlserver__customers')) }}
