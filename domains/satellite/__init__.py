"""Satellite: satellites take images with instruments that need power and calibration."""
