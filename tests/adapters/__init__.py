"""Is the conversation with adapters right: exact blame, and no trust in any of them."""
