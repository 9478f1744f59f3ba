// The reader of Go's table that comes with Go (debug/gosym): addresses on stdin, function, file and line on stdout.
// Inlined calls it does not read.
package main

import (
	"bufio"
	"debug/elf"
	"debug/gosym"
	"fmt"
	"os"
	"strconv"
)

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func main() {
	file, err := elf.Open(os.Args[1])
	check(err)
	section := file.Section(".gopclntab")
	if section == nil {
		section = file.Section(".data.rel.ro.gopclntab")
	}
	data, err := section.Data()
	check(err)
	table, err := gosym.NewTable(nil, gosym.NewLineTable(data, file.Section(".text").Addr))
	check(err)
	in := bufio.NewScanner(os.Stdin)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for in.Scan() {
		address, err := strconv.ParseUint(in.Text(), 0, 64)
		check(err)
		name := "??"
		path, line, function := table.PCToLine(address)
		if function != nil {
			name = function.Name
		}
		fmt.Fprintf(out, "%s\n%s:%d\n", name, path, line)
	}
}
