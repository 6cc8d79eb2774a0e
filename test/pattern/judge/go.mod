module judge

go 1.26.0
