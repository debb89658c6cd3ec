"""Geometry and drawing without a terminal."""
