module example.com/gosym
