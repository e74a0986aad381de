{{ usual_relational('relational') }}
