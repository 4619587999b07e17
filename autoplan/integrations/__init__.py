"""The toolkit in other packages' conventions, one module each, imported only when asked for."""
