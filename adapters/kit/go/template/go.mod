module NAME

go 1.19

require utfproof/guarded v0.0.0

replace utfproof/guarded => ./protocol
