// A program that takes something from each of two libraries.
int spice_heat(int amount);
int spice_count(void);
__attribute__((weak)) int garnish(int leaves);

static int stir(int times) {
    int all = 0;
    for (int i = 0; i < times; ++i) all += spice_heat(i);
    return all;
}

int main(void) { return stir(spice_count()) + (garnish ? garnish(2) : 0); }
