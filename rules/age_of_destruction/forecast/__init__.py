"""What any one attack, order or pairing promises, counted by the engine itself."""
