"""What every game system shares; knows no game system."""
