// A program with what Go's own table has to tell of: calls inlined into each other, closures, deferred calls, methods
// that Go makes itself, and generic functions where there are any. With an argument it is its own judge, see truth.go.
package main

import (
	"errors"
	"fmt"
	"os"
	"sort"
	"strings"
)

type shape interface{ area() int }
type square struct{ side int }
type named struct {
	square
	label string
}

func (s square) area() int { return twice(s.side) * s.side / 2 }

func twice(n int) int { return half(n*2) * 2 }

func half(n int) int {
	if n < 0 {
		fmt.Fprintln(os.Stderr, "negative")
	}
	return n / 2
}

func each(shapes []shape, f func(shape)) {
	for _, s := range shapes {
		f(s)
	}
}

func main() {
	if len(os.Args) > 1 {
		truth(os.Args[1])
		return
	}
	var total int
	shapes := []shape{square{2}, &named{square{3}, "three"}}
	each(shapes, func(s shape) { total += twice(s.area()) })
	sort.Slice(shapes, func(i, j int) bool { return shapes[i].area() < shapes[j].area() })
	defer func() {
		if e := recover(); e != nil {
			fmt.Println(strings.Repeat("-", 3), e, errors.New("x"))
		}
	}()
	fmt.Println(total, outside(total))
	generic()
}
