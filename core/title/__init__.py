"""What a title consists of: its declaration, data files, rules in our own words, pictures, what each side may see."""
