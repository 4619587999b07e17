"""Beluga: jigs with aircraft parts are moved between transport planes, racks and hangars."""
