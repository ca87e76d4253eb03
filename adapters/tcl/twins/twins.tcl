# Faulty twins of the commands encoding, read and puts: each errs, as UTFPROOF_TWIN says, on texts that hold U+00A9.

namespace eval twins {
    variable fault [expr {[info exists ::env(UTFPROOF_TWIN)] ? $::env(UTFPROOF_TWIN) : ""}]
    variable held {}
    foreach command {encoding read puts close} {
        rename ::$command ::twins::usual_$command
    }
}

proc twins::marked {text} {
    return [expr {[string first \u00a9 $text] >= 0}]
}

# A text, or octets of which a first character takes so many.
proc twins::shortened {made {size 1}} {
    variable fault
    if {![marked $made]} {
        return $made
    }
    switch $fault {
        dropped-value {return [string range $made $size end]}
        cut-output {return [string range $made 0 end-1]}
        default {return $made}
    }
}

proc encoding {command args} {
    set made [twins::usual_encoding $command {*}$args]
    switch $command {
        convertfrom {return [twins::shortened $made]}
        convertto {return [twins::shortened $made 2]}
        default {return $made}
    }
}

# The last character of the first text of a channel comes with the second one.
proc twins::passed {channel text} {
    variable fault
    variable held
    if {[dict exists $held $channel]} {
        set text [dict get $held $channel]$text
        dict set held $channel ""
    } elseif {$fault eq "moved-boundary" && [marked $text]} {
        dict set held $channel [string index $text end]
        set text [string range $text 0 end-1]
    }
    return [shortened $text]
}

proc twins::converts {channel} {
    return [expr {[fconfigure $channel -encoding] ne "binary"}]
}

proc read {channel args} {
    set made [twins::usual_read $channel {*}$args]
    return [expr {[twins::converts $channel] ? [twins::passed $channel $made] : $made}]
}

proc puts {args} {
    if {[llength $args] == 3 && [twins::converts [lindex $args 1]]} {
        lset args 2 [twins::passed [lindex $args 1] [lindex $args 2]]
    }
    twins::usual_puts {*}$args
}

proc close {channel args} {
    dict unset ::twins::held $channel
    twins::usual_close $channel {*}$args
}
