* Two feeds, mixed to at least 10 units with enough protein.
NAME dry
ROWS
 N cost
 G amount
 G protein
 L water
COLUMNS
 hay amount 1 protein 0.1
 hay water 0.2 cost 3
 soy amount 1 protein 0.4
 soy water 0.3 cost 8
RHS
 RHS amount 10 protein 2.5
 RHS water 2
BOUNDS
 UP BND hay 8
ENDATA
