{{ usual_mongodb('mongodb_10') }}
