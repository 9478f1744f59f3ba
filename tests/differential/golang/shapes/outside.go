package main

// Where cgo is used, a function of C's.
var outside = func(n int) int { return n * 3 }
