"""Tests of the bounds before Django."""
