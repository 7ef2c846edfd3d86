"""The command line, one module per command group. They import the rest of the project inside their functions, so that help is fast."""
