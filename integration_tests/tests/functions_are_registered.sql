{#- The functions come from the installed wheel; the plugin of dbt has put them into this session. -#}
select encoded.document
from (
    select {{ debezium.encode_arrays("'{\"lines\":[1,2]}'") | indent }} as document
) as encoded
where not encoded.document <=> '{"lines":{"_0":1,"_1":2}}'
