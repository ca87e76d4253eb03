proc show {args} {
    lassign [chan pipe] reader writer
    fconfigure $writer -translation lf -encoding @encoding@
    fconfigure $reader -blocking 0 -translation binary
    foreach text $args {
        puts -nonewline $writer $text
        flush $writer
    }
    close $writer
    puts "ok [binary encode hex [read $reader]]"
    close $reader
}

show @chunks@
