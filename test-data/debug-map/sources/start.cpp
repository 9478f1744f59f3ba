int first_run(int);
long second_run(int);
extern "C" int leaf(int);
extern "C" int common_block[8];

extern "C" int run(int count) {
  return first_run(count) + static_cast<int>(second_run(count)) + leaf(count) + common_block[count & 7];
}
