"""The catalogue and the rulebook for other programs: read by anybody, described by OpenAPI."""
