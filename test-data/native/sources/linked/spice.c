// A library whose functions have versions (ELF) and that others link with.
int spice_heat(int amount) { return amount * 3 + 1; }
int spice_count(void) { return 7; }
