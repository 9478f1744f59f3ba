// Crashes in the way that its argument names, below calls that are inlined, generic, deferred or of a closure.
package main

import (
	"fmt"
	"os"
	"time"
)

type shelf struct {
	boxes []int
	next  *shelf
}

func (s *shelf) at(i int) int { return s.boxes[i] }

//go:noinline
func pick[T any](s *shelf, i int, _ T) int { return s.at(i) }

//go:noinline
func total(s *shelf, n int) int {
	of := func(i int) int {
		defer func() { fmt.Fprint(os.Stderr) }()
		return pick(s, i, "x")
	}
	sum := 0
	for i := 0; i <= n; i++ {
		sum += of(i)
	}
	return sum
}

// The load that fails is the first instruction of its line, behind a call.
//
//go:noinline
func behind(s *shelf) int {
	time.Sleep(0)
	return s.next.
		next.boxes[0]
}

//go:noinline
func again(s *shelf) (sum int) {
	defer func() {
		if what := recover(); what != nil {
			panic(fmt.Sprint("again: ", what))
		}
	}()
	return behind(s)
}

func main() {
	books := &shelf{boxes: []int{1, 2, 3}}
	switch os.Args[1] {
	case "bounds":
		done := make(chan int)
		go func() { done <- total(books, len(os.Args)+4) }()
		fmt.Println(<-done)
	case "nil":
		fmt.Println(behind(books))
	case "again":
		fmt.Println(again(books))
	case "asleep":
		select {}
	}
}
