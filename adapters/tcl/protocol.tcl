# The adapter protocol, version 1: blocks of lines in, a block of answers out.
#
# `codecs` is a dictionary: codec -> {version ... offers {offer answer ...}}; an answer is the beginning of a command,
# which is given the data line and returns the answer line. What it throws ends the process, but for BADLINE and
# IMPOSSIBLE.

proc serve {adapter codecs} {
    set hello [greeting $adapter $codecs]
    set answers [answers_by_header $codecs]
    fconfigure stdin -translation binary
    fconfigure stdout -translation binary -buffering full -buffersize 262144
    set answer ""
    while {[gets stdin line] >= 0} {
        set line [string trimright $line "\r"]
        if {$line eq ""} {
            if {$answer ne ""} {
                puts stdout ""
                flush stdout
            }
            set answer ""
        } elseif {$answer ne ""} {
            puts stdout [answer_or_failure $answer $line]
        } else {
            set answer unknown_header
            if {[dict exists $answers $line]} {
                set answer [dict get $answers $line]
            }
            if {[regexp {^hello [0-9]+$} $line]} {
                puts stdout $hello
            }
        }
    }
}

proc unknown_header {line} {
    return "failed unknown header"
}

proc answer_or_failure {answer line} {
    try {
        return [{*}$answer $line]
    } trap BADLINE {reason} {
        return "failed $reason"
    } trap IMPOSSIBLE {reason} {
        return "impossible $reason"
    }
}

proc greeting {adapter codecs} {
    set described {}
    dict for {name codec} $codecs {
        set version [dict get $codec version]
        set offers [join [dict keys [dict get $codec offers]] {","}]
        lappend described [format {{"name":"%s","version":"%s","offers":["%s"]}} $name $version $offers]
    }
    return [format {{"protocol":1,"adapter":"%s","codecs":[%s]}} $adapter [join $described ,]]
}

proc answers_by_header {codecs} {
    set answers {}
    dict for {name codec} $codecs {
        dict for {offer answer} [dict get $codec offers] {
            lassign $offer op encoding mode
            dict set answers "$op $name $encoding $mode" $answer
        }
    }
    return $answers
}
