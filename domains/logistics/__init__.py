"""Logistics: trucks carry packages within cities, airplanes carry them between cities."""
