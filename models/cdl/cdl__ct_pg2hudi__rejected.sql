{{ debezium.rejected(ref('base_cdl__ct_pg2hudi')) }}
