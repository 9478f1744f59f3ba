module example.com/shapes
