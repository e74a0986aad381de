"""Avro messages of a schema registry as the JSON text of Kafka Connect's JSON converter.

Modules: `types` reads an Avro schema, `connect` writes it as Connect's schema, `values` decodes
bytes, `registry` fetches schemas by id. `columns` has the functions of Spark that use them.
They need the packages of `pip install "dbt-debezium[avro]"`.
"""
