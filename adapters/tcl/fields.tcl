# The fields of data lines and answers: bytes in hex, code points, the strings that stand for them.

# A data line that cannot be read, which is no fault of the codec.
proc bad_line {reason} {
    return -code error -errorcode BADLINE $reason
}

proc read_bytes {field} {
    if {$field eq "-"} {
        return ""
    }
    if {$field eq "" || [string length $field] % 2 || [regexp {[^0-9a-f]} $field]} {
        bad_line "bytes are pairs of lower-case hex digits"
    }
    return [binary decode hex $field]
}

proc write_bytes {bytes} {
    if {$bytes eq ""} {
        return "-"
    }
    return [binary encode hex $bytes]
}

proc read_points {line} {
    set points {}
    if {$line ne "-"} {
        foreach field [split $line " "] {
            if {![regexp {^[0-9a-f]{1,8}$} $field]} {
                bad_line "a code point is up to eight lower-case hex digits"
            }
            lappend points [scan $field %x]
        }
    }
    return $points
}

# The string of these code points. A string is of UTF-16 units here: above ffff there is a pair.
# Throws IMPOSSIBLE for what is above 10ffff.
proc string_of {points} {
    set text ""
    foreach point $points {
        if {$point < 0 || $point > 0x10ffff} {
            return -code error -errorcode IMPOSSIBLE "above 10ffff"
        }
        if {$point > 0xffff} {
            append text [format %c%c [expr {0xd7c0 + ($point >> 10)}] [expr {0xdc00 | ($point & 0x3ff)}]]
        } else {
            append text [format %c $point]
        }
    }
    return $text
}

# Each code point of a string after a space; pairs are joined, a lone unit is its own value.
#
# Nearly all text has no surrogates: its units are its code points, and each is written once and remembered.
proc write_points {text} {
    global written_unit
    if {[regexp {[\ud800-\udfff]} $text]} {
        return [write_joined $text]
    }
    set written ""
    foreach unit [split $text ""] {
        if {![info exists written_unit($unit)]} {
            set written_unit($unit) [format " %x" [scan $unit %c]]
        }
        append written $written_unit($unit)
    }
    return $written
}

proc write_joined {text} {
    set points {}
    set high 0
    for {set i 0; set size [string length $text]} {$i < $size} {incr i} {
        scan [string range $text $i $i] %c unit
        if {$high && ($unit & 0xfc00) == 0xdc00} {
            lset points end [expr {0x10000 + (($high & 0x3ff) << 10) + ($unit & 0x3ff)}]
            set high 0
        } else {
            lappend points $unit
            set high [expr {($unit & 0xfc00) == 0xd800 ? $unit : 0}]
        }
    }
    set written ""
    foreach point $points {
        append written [format " %x" $point]
    }
    return $written
}
