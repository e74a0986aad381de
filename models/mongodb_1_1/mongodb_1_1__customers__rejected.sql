{{ debezium.rejected(ref('base_mongodb_1_1__customers'), connector='mongodb') }}
