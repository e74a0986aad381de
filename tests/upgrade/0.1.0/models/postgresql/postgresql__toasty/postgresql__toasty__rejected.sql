{{ debezium.rejected(ref('base_postgresql__toasty')) }}
