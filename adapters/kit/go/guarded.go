// Package guarded gives memory that ends, or begins, where memory begins that must not be touched.
//
// Guards are pages without any right. Whoever touches one panics, and the touch is the whole answer. The runtime tells
// the address, and not whether it was read or written: the question is asked once more, with guards that can be read.
package guarded

import (
	"bytes"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"syscall"
	"unsafe"
)

// size is that of one guard: a codec that looks for a null byte finds one behind the end, and no other memory.
const size = 1 << 16

// spare is how many units the capacity of a slice reaches beyond it: who appends to the caller's slice touches them.
const spare = 16

type side int

const (
	atTheEnd side = iota
	atTheBeginning
)

// pages have a guard before and behind them, and are kept for their memory.
type pages struct {
	mapped     []byte // with the guards
	begin, end uintptr
}

// A touch is the first byte of a guard that was touched.
type touch struct {
	place      int // of the memory among those of the question
	distance   int // from 1
	pastTheEnd bool
}

var (
	now    side
	right  = syscall.PROT_NONE // of guards
	used   []*pages            // in this question
	unused []*pages
)

// Ask appends the answer of ask, which is asked twice: what it copies lies against the guard behind it, then against
// that before it. Two answers that differ are both told.
func Ask(out []byte, ask func(out []byte) []byte) []byte {
	start := len(out)
	out, touched := against(atTheEnd, out, ask)
	if touched {
		return out
	}
	middle := len(out)
	out, touched = against(atTheBeginning, out, ask)
	first, second := out[start:middle], out[middle:]
	switch {
	case touched:
		return append(out[:start], second...)
	case bytes.Equal(first, second):
		return out[:middle]
	}
	return append(out[:start], "unstable "+string(first)+" ; "+string(second)...)
}

// AskOnce is Ask for a question that takes long: the guard lies behind.
func AskOnce(out []byte, ask func(out []byte) []byte) []byte {
	out, _ = against(atTheEnd, out, ask)
	return out
}

// Copy returns a copy of units that lies against the guard until the question ends.
func Copy[T any](units []T) []T {
	room := Room[T](len(units))
	copy(room, units)
	return room
}

// String is Copy for a string.
func String(text []byte) string {
	return Shared(Copy(text))
}

// Shared returns a string in the memory of text, which Go's own conversion would copy.
func Shared(text []byte) string {
	return *(*string)(unsafe.Pointer(&text))
}

// Room returns memory for so many units, against the guard, until the question ends.
func Room[T any](count int) []T {
	var unit T
	at := taken(count * int(unsafe.Sizeof(unit)))
	return unsafe.Slice((*T)(at), count+spare)[:count]
}

// Lend calls with a Copy, which holds something else once the call is over.
func Lend(text []byte, call func(text []byte)) {
	place := len(used)
	lent := Copy(text)
	call(lent)
	for i := range lent {
		lent[i] = 0xA5
	}
	unused = append(unused, used[place])
	used = append(used[:place], used[place+1:]...)
}

// against asks with memory that lies on one side, and tells whether a guard was touched.
func against(wanted side, out []byte, ask func(out []byte) []byte) ([]byte, bool) {
	answer, first := attempt(wanted, out, ask, false)
	if first == nil {
		return answer, false
	}
	// A page that can be read stops those alone who write.
	protect(syscall.PROT_READ)
	_, again := attempt(wanted, out, ask, true)
	protect(syscall.PROT_NONE)
	act := " read "
	if again != nil && *again == *first {
		act = " write "
	}
	out = strconv.AppendInt(append(append(out, "overrun"...), act...), int64(first.distance), 10)
	if first.pastTheEnd {
		return append(out, " past the end"...), true
	}
	return append(out, " before the beginning"...), true
}

// attempt asks once. It panics as the codec does, unless a guard was touched, or the attempt only tells how.
func attempt(wanted side, out []byte, ask func(out []byte) []byte, tells bool) (answer []byte, found *touch) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		why := recover()
		if found = touchOf(why); found == nil && why != nil && !tells {
			panic(why)
		}
	}()
	now = wanted
	unused, used = append(unused, used...), used[:0]
	return ask(out), nil
}

// touchOf tells where a guard was touched, if that is what a panic comes from.
func touchOf(why any) *touch {
	fault, isFault := why.(interface {
		runtime.Error
		Addr() uintptr
	})
	if !isFault {
		return nil
	}
	address := fault.Addr()
	for place, own := range used {
		first := uintptr(unsafe.Pointer(&own.mapped[0]))
		last := first + uintptr(len(own.mapped))
		switch {
		case address >= last-size && address < last:
			return &touch{place, int(address-own.end) + 1, true}
		case address >= first && address < first+size:
			return &touch{place, int(own.begin - nearest(address)), false}
		}
	}
	return nil
}

// nearest is the byte of a page before the text that was touched. Where the processor tells the page alone, it is the last.
func nearest(address uintptr) uintptr {
	if runtime.GOARCH == "s390x" {
		return address + uintptr(os.Getpagesize()) - 1
	}
	return address
}

// taken returns memory of so many bytes.
func taken(count int) unsafe.Pointer {
	own := &pages{}
	if last := len(unused) - 1; last >= 0 {
		own, unused = unused[last], unused[:last]
	}
	if own.room() < count {
		own.enlarge(count)
	}
	used = append(used, own)
	begin := size
	if now == atTheEnd {
		begin += own.room() - count
	}
	at := unsafe.Pointer(&own.mapped[begin])
	own.begin, own.end = uintptr(at), uintptr(at)+uintptr(count)
	return at
}

func (own *pages) room() int {
	if own.mapped == nil {
		return -1
	}
	return len(own.mapped) - 2*size
}

func (own *pages) enlarge(count int) {
	room := os.Getpagesize()
	for room < count {
		room *= 2
	}
	if own.mapped != nil {
		must(syscall.Munmap(own.mapped))
	}
	mapped, err := syscall.Mmap(-1, 0, room+2*size, right, syscall.MAP_PRIVATE|syscall.MAP_ANON)
	must(err)
	must(syscall.Mprotect(mapped[size:size+room], syscall.PROT_READ|syscall.PROT_WRITE))
	own.mapped = mapped
}

// protect gives all guards a right, and those that come.
func protect(wanted int) {
	right = wanted
	for _, own := range append(unused, used...) {
		if own.mapped != nil {
			must(syscall.Mprotect(own.mapped[:size], right))
			must(syscall.Mprotect(own.mapped[len(own.mapped)-size:], right))
		}
	}
}

func must(err error) {
	if err != nil {
		panic("memory between guards: " + err.Error())
	}
}
