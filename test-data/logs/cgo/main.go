// Calls C that crashes; with an argument Go has a symbolizer for it, too.
package main

// #include "kiosk.h"
import "C"

import (
	"os"
	"runtime"
	"unsafe"
)

func main() {
	var symbolizer unsafe.Pointer
	if len(os.Args) > 1 {
		symbolizer = unsafe.Pointer(C.kiosk_symbolizer)
	}
	runtime.SetCgoTraceback(0, unsafe.Pointer(C.kiosk_tracer), nil, symbolizer)
	println(C.kiosk_total(nil))
}
