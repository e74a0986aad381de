{{ debezium.rejected(ref('base_postgresql__trunc_a')) }}
