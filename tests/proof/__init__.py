"""Is the suite strong: families, machines, mutants, and what is concluded from them."""
