"""The conversation with a running adapter: processes, protocol 1, blame for crashes and hangs."""
