package main

import (
	"bufio"
	"fmt"
	"os"
	"reflect"
	"runtime"
	"strconv"
)

// What the runtime says of addresses on stdin, innermost first: a line a frame with function, file and line, and an
// empty one behind each address. They are addresses in the file; mainAddress says where main.main is there.
func truth(mainAddress string) {
	inFile, err := strconv.ParseUint(mainAddress, 0, 64)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	slide := uint64(runtime.FuncForPC(reflect.ValueOf(main).Pointer()).Entry()) - inFile
	in := bufio.NewScanner(os.Stdin)
	out := bufio.NewWriter(os.Stdout)
	for in.Scan() {
		address, _ := strconv.ParseUint(in.Text(), 0, 64)
		// The runtime expects what a call returns to. Behind the second one it looks for callers of the first: it has none.
		frames := runtime.CallersFrames([]uintptr{uintptr(address + slide + 1), 1})
		for {
			frame, more := frames.Next()
			if frame.File != "" {
				fmt.Fprintf(out, "%s\t%s\t%d\n", frame.Function, frame.File, frame.Line)
			}
			if !more {
				break
			}
		}
		fmt.Fprintln(out)
	}
	out.Flush()
}
