"""One page on what landed and what became of it: `python -m dbt_debezium.report`."""
