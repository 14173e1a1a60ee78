* Hay is sold at a profit, and there is no end of it.
NAME endless
ROWS
 N cost
 G amount
 L water
COLUMNS
 hay amount 1 water -0.2
 hay cost -3
 soy amount 1 water 0.3
 soy cost 3
RHS
 RHS amount 10 water 3
ENDATA
