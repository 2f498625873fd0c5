"""Streams that tell browsers that something is new: one hub a process, and only numbers travel."""
