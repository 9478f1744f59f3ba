//go:build go1.18
// +build go1.18

package main

import "fmt"

type number interface{ ~int | ~float64 }

func sum[T number](all ...T) (s T) {
	for _, v := range all {
		s = add(s, v)
	}
	return s
}

func add[T number](a, b T) T { return a + b }

type list[T any] struct{ items []T }

//go:noinline
func (l *list[T]) push(v T) { l.items = append(l.items, v) }

func generic() {
	var l list[string]
	l.push("a")
	fmt.Println(sum(1, 2, 3), sum(1.5, 2.5), len(l.items))
}
