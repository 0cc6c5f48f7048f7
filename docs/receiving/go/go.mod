module example.com/landfall-receiver

go 1.19
