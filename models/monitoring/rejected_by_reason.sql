-- What was rejected, how often, and what to do about it.
select
    ledger.landing,
    ledger._reason,
    reasons.meaning,
    reasons.remedy,
    sum(ledger.landed_rows) as landed_rows
from {{ ref('conservation_ledger') }} as ledger
left join {{ ref('rejection_reasons') }} as reasons
    on ledger._reason = reasons.reason
where ledger._class = 'rejected'
group by
    ledger.landing,
    ledger._reason,
    reasons.meaning,
    reasons.remedy
