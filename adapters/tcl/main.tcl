# Tcl's encodings utf-8 and unicode, each through the two ways that the language offers.
#
#   encoding   encoding convertfrom, encoding convertto
#   channel    reading and writing a pipe for which fconfigure has set -encoding
#
# Neither of them ever reports an error, so there is nothing strict here: what is ill-formed becomes something. A string
# of Tcl 8.6 is of UTF-16 units. The encoding "unicode" has the byte order of the machine.

source fields.tcl
source protocol.tcl

# What a pipe surely takes without being read.
set portion 4096

proc decode {encoding line} {
    return "ok[write_points [encoding convertfrom $encoding [read_bytes $line]]]"
}

proc encode {encoding line} {
    return "ok [write_bytes [encoding convertto $encoding [string_of [read_points $line]]]]"
}

proc channel_decode {encoding line} {
    return "ok[write_points [join [read_through $encoding [list [read_bytes $line]]] ""]]"
}

proc channel_decode_chunks {encoding line} {
    set chunks [lmap field [split $line " "] {read_bytes $field}]
    return "ok[join [lmap text [read_through $encoding $chunks] {write_points $text}] " |"]"
}

# What is read after each chunk and after the end.
proc read_through {encoding chunks} {
    lassign [chan pipe] reader writer
    fconfigure $writer -translation binary -buffering none
    fconfigure $reader -blocking 0 -translation lf -eofchar {} -encoding $encoding
    set texts {}
    foreach chunk $chunks {
        set text ""
        for {set from 0} {$from < [string length $chunk]} {incr from $::portion} {
            puts -nonewline $writer [string range $chunk $from [expr {$from + $::portion - 1}]]
            append text [read $reader]
        }
        lappend texts $text
    }
    close $writer
    lappend texts [read $reader]
    close $reader
    return $texts
}

proc channel_encode {encoding line} {
    return "ok [write_bytes [join [write_through $encoding [list [string_of [read_points $line]]]] ""]]"
}

proc channel_encode_chunks {encoding line} {
    set chunks [lmap chunk [split [string map {" | " "|"} $line] "|"] {string_of [read_points $chunk]}]
    return "ok [join [lmap bytes [write_through $encoding $chunks] {write_bytes $bytes}] " | "]"
}

# What is written for each chunk and for the end.
proc write_through {encoding chunks} {
    lassign [chan pipe] reader writer
    fconfigure $writer -translation lf -encoding $encoding
    fconfigure $reader -blocking 0 -translation binary
    set written {}
    foreach text $chunks {
        set bytes ""
        for {set from 0} {$from < [string length $text]} {incr from $::portion} {
            puts -nonewline $writer [string range $text $from [expr {$from + $::portion - 1}]]
            flush $writer
            append bytes [read $reader]
        }
        lappend written $bytes
    }
    close $writer
    lappend written [read $reader]
    close $reader
    return $written
}

set unicode [expr {$tcl_platform(byteOrder) eq "littleEndian" ? "UTF-16LE" : "UTF-16BE"}]
foreach {encoding name} [list UTF-8 utf-8 $unicode unicode] {
    dict set converted "decode $encoding replace" [list decode $name]
    dict set converted "encode $encoding replace" [list encode $name]
    dict set channelled "decode $encoding replace" [list channel_decode $name]
    dict set channelled "decode-chunks $encoding replace" [list channel_decode_chunks $name]
    dict set channelled "encode $encoding replace" [list channel_encode $name]
    dict set channelled "encode-chunks $encoding replace" [list channel_encode_chunks $name]
}
serve tcl [dict create \
    encoding [dict create version [info patchlevel] offers $converted] \
    channel [dict create version [info patchlevel] offers $channelled]]
