{{ usual_relational(
    'relational_schema',
    row='$.payload.after',
    op='$.payload.op',
    lsn='$.payload.source.lsn',
    ts_ms='$.payload.ts_ms',
) }}
