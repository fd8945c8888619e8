"""New titles: `wargame new` copies a small one, `wargame sketch` turns a drawn map into data files and back."""
