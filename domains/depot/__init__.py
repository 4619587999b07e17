"""Depot: trucks carry crates between places where hoists stack them."""
