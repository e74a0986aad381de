{#-
    Oracle, by LogMiner, XStream or OpenLogReplicator. The stream follows the commits; scn, and what else the adapter
    shows, order the changes of a commit. Where commit_scn is missing (XStream before 3.3, OpenLogReplicator) or lower than
    the change's scn (LogMiner before 2.5 names an earlier commit), that scn replaces it. Snapshot reads carry
    the scn of the snapshot or the last event's: they have no coordinates. A large object that an update left alone is
    not in the log: a placeholder replaces it.
-#}
{%- macro _connector_oracle() -%}
    {%- set scn = "try_cast(_source.scn as decimal(20, 0))" -%}
    {%- set commit_scn = "try_cast(_source.commit_scn as decimal(20, 0))" -%}
    {%- set rs_id = "regexp_replace(trim(_source.rs_id), '^0x', '')" -%}
    {%- set relational = debezium._relational() -%}
    {{ return(dict(debezium._with_placeholders(relational),
        source=dict(
            relational.source,
            txId='string', txSeq='bigint', scn='string', commit_scn='string', lcr_position='string', rs_id='string',
            ssn='bigint', redo_thread='bigint', user_name='string', redo_sql='string', row_id='string', start_scn='string',
            start_ts_ms='bigint', commit_ts_ms='bigint'
        ),
        placeholder='text',
        full_images="Add supplemental logging of ALL columns to the table.",
        source_type=debezium._oracle_type,
        schema_position={'scn': '[0-9]+$'},
        streamed='commit_scn',
        changing=['user_name', 'start_scn', 'start_ts_ms', 'commit_ts_ms'],
        coordinates={
            'commit_scn': {
                'value': debezium._if("_source.commit_scn is null or " ~ commit_scn ~ " < " ~ scn, scn, commit_scn),
                'pattern': '[0-9]+$',
                'digits': 20,
            },
            'is_read': 'read',
            'scn': {'value': scn, 'pattern': '[0-9]+$', 'digits': 20},
            'lcr_position': {
                'value': "lower(nullif(regexp_extract(_source.lcr_position, '^[0-9A-Fa-f]+$', 0), ''))",
                'pattern': '[0-9A-Fa-f]+$',
            },
            'txSeq': 'number',
            'rs_id': {
                'value': debezium._hexadecimal_parts(rs_id, '.'),
                'pattern': ' *(0x)?[0-9A-Fa-f]+([.][0-9A-Fa-f]+)* *$',
            },
            'ssn': 'number',
        }
    )) }}
{%- endmacro %}

{#-
    The field that the connector makes of a source type, with its defaults (adaptive times, precise decimals): a DATE has a
    time, a number without a scale carries its own.
-#}
{%- macro _oracle_type(column) -%}
    {%- set type = modules.re.sub('[(].*?[)]', '', column.typeName | lower) -%}
    {%- set digits = column.get('length') or 0 -%}
    {%- set scale = column.get('scale') -%}
    {%- set times = {
        'date': debezium._adapted('Timestamp', 0),
        'timestamp': debezium._adapted('Timestamp', digits),
        'interval year to month': 'io.debezium.time.MicroDuration',
        'interval day to second': 'io.debezium.time.MicroDuration',
    } -%}
    {%- set literals = {'binary_float': 'float32', 'binary_double': 'float64', 'raw': 'bytes'} -%}
    {%- if type in times -%}
        {{ return({'name': times[type]}) }}
    {%- elif type in literals -%}
        {{ return({'type': literals[type]}) }}
    {%- elif type == 'float' or (type == 'number' and scale is none) -%}
        {{ return({'name': 'io.debezium.data.VariableScaleDecimal', 'type': 'struct'}) }}
    {%- elif type == 'number' and scale <= 0 and digits - scale < 19 -%}
        {%- set width = digits - scale -%}
        {{ return({'type': 'int8' if width < 3 else 'int16' if width < 5 else 'int32' if width < 10 else 'int64'}) }}
    {%- elif type == 'number' -%}
        {{ return({
            'name': 'org.apache.kafka.connect.data.Decimal',
            'parameters': {'scale': scale, 'connect.decimal.precision': digits},
        }) }}
    {%- endif -%}
    {{ return(none) }}
{%- endmacro %}
