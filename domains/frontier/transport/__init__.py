"""Vehicles of limited capacity carry packages along roads."""
