proc show {args} {
    lassign [chan pipe] reader writer
    fconfigure $writer -translation binary -buffering none
    fconfigure $reader -blocking 0 -translation lf -eofchar {} -encoding @encoding@
    set text ""
    foreach chunk $args {
        puts -nonewline $writer $chunk
        append text [read $reader]
    }
    close $writer
    append text [read $reader]
    close $reader
    set units [lmap unit [split $text ""] {format %04X [scan $unit %c]}]
    regsub -all {(D[89AB]..) (D[CDEF]..)} $units {[format %X [expr {0x10000 + ((0x\1 \& 0x3FF) << 10) + (0x\2 \& 0x3FF)}]]} units
    puts "ok [subst $units]"
}

show @chunks@
