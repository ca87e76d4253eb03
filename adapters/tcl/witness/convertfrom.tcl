proc show {octets} {
    set text [encoding convertfrom @encoding@ $octets]
    set units [lmap unit [split $text ""] {format %04X [scan $unit %c]}]
    regsub -all {(D[89AB]..) (D[CDEF]..)} $units {[format %X [expr {0x10000 + ((0x\1 \& 0x3FF) << 10) + (0x\2 \& 0x3FF)}]]} units
    puts "ok [subst $units]"
}

show "@octets@"
