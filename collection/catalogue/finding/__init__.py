"""Which figures and cards are meant by what people type: numbers, names, amounts."""
