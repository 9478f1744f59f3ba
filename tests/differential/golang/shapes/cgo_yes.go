//go:build cgo
// +build cgo

package main

// static int tripled(int n) { return n * 3; }
import "C"

func init() { outside = func(n int) int { return int(C.tripled(C.int(n))) } }
