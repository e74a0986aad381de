{{ usual_relational(
    'cdl',
    row='$.data',
    op='$.OPERATION',
    lsn='$.transaction.properties[0].value',
    ts_ms='$.TIMESTAMP',
) }}
