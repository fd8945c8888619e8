"""What a title is made of: its declaration, its data files, its rules in our own words, its picture."""
