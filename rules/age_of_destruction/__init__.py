"""MechWarrior: Age of Destruction."""
