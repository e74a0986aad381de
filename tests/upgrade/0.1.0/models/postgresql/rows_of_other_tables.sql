select count(*) as unmodelled_rows
from {{ ref('base_postgresql__customers') }}
where _class = 'unmodelled'
