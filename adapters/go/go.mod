module utfproof/adapters/go

go 1.19

require (
	golang.org/x/text v0.22.0
	utfproof/guarded v0.0.0
)

replace utfproof/guarded => ../kit/go
