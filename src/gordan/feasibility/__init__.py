"""Systems of inequalities, linear programs and conic constraints."""
