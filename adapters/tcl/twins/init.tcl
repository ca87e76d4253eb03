# Runs the library's own init.tcl, then renames commands and puts their twins in their place.
set tcl_library [::tcl::pkgconfig get scriptdir,runtime]
set twins [file dirname [info script]]
source [file join $tcl_library init.tcl]
source [file join $twins twins.tcl]
