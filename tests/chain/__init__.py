"""The whole chain: PostgreSQL, Debezium, Kafka, Spark, dbt, and PostgreSQL's rows again."""
