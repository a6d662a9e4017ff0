"""Expectiminimax that cuts at chance nodes (Ballard's Star1 and Star2), with a table and learnt ordering."""
