// No code: the debug map names it, and nothing is taken from it.
int table[16] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3};
int common_block[8];
