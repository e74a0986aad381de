{{ debezium.rejected(ref('base_mongodb__customers'), connector='mongodb') }}
