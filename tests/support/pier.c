// A few variables of several kinds, in calls that are inlined, passed on, and the last of their function.
struct ship {
  char name[8];
  unsigned crates : 5;
  enum { NORTH, SOUTH = 4 } berth;
  union {
    float weight;
    int id;
  };
  struct ship* next;
};

extern int end(int);
extern void keep(void*);

static int half(int number) {
  int doubled = number * 2;
  return end(doubled) / 2;
}
__attribute__((noinline)) static int pass(float share, int number, struct ship* ship) {
  return half(number + ship->id) + (int)share;
}
int load(int rows, double share) {
  int grown[rows];
  struct ship ship = {"Aurora", 3, SOUTH, {2.5F}, 0};
  static const char* const kinds[] = {"ferry", "barge"};
  keep(grown);
  return pass((float)share / 2, rows * 3, &ship) + kinds[rows % 2][0];
}
int unload(int rows) { return load(rows - 1, 1.5); }
