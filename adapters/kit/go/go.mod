module utfproof/guarded

go 1.19
