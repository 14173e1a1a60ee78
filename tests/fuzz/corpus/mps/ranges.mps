NAME          SMALL
ROWS
 N  COST
 L  LIM1
 E  LIM2
 G  MY ROW
COLUMNS
    X1        COST         1.0   LIM1         1.0
    MARKER    'MARKER'     'INTORG'
    X2        LIM1         1.0   LIM2         1.0
    MARKER    'MARKER'     'INTEND'
RHS
    RHS       LIM1         4.0   LIM2         1.0
RANGES
    RNG       LIM1         2.5
BOUNDS
 UP BND       X1           4.0
 FR BND       X2
ENDATA
