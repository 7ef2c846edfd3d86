"""A build, answering: one small protocol, and vLLM in this process behind it."""
