"""How things are carried out: each step of the rules that several orders take."""
