{{ usual_mongodb('mongodb_40', wider=30) }}
