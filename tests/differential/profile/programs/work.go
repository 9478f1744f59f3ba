// The same in Go, which profiles itself.
package main

import (
	"fmt"
	"os"
	"runtime/pprof"
	"sort"
	"strconv"
	"time"
)

func mix(value uint64) uint64 {
	value = (value ^ value>>33) * 0xff51afd7ed558ccd
	return value ^ value>>29
}

type book struct{ prices []uint64 }

//go:noinline
func (b *book) settle() {
	sort.Slice(b.prices, func(i, j int) bool { return mix(b.prices[i]) < mix(b.prices[j]) })
	b.prices = b.prices[:500]
}

//go:noinline
func names(seed uint64) int {
	known := map[string]uint64{}
	for i := uint64(0); i < 200; i++ {
		known["name "+strconv.FormatUint(mix(seed+i)%97, 10)] += i
	}
	return len(known)
}

func main() {
	file, err := os.Create(os.Args[2])
	if err != nil {
		panic(err)
	}
	defer file.Close()
	seconds, _ := strconv.ParseFloat(os.Args[1], 64)
	pprof.StartCPUProfile(file)
	defer pprof.StopCPUProfile()
	end := time.Now().Add(time.Duration(seconds * float64(time.Second)))
	b, sum := &book{}, uint64(0)
	for time.Now().Before(end) {
		for i := uint64(0); i < 600; i++ {
			b.prices = append(b.prices, mix(sum+i))
		}
		b.settle()
		sum += uint64(names(sum))
	}
	fmt.Println(sum)
}
