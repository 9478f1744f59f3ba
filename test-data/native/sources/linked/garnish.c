// A library that programs can do without.
int garnish(int leaves) { return leaves + 1; }
