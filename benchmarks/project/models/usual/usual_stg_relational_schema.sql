{{ usual_relational('relational_schema', at='$.payload') }}
