/* The price is read from where nothing is: main > total > twice (inlined) > price. */
typedef unsigned u32;
volatile u32 *const bad = (u32 *)0xdeadbee0;
__attribute__((noinline)) u32 price(u32 item) {
  return *bad + item;
}
static inline u32 twice(u32 item) { return price(item) * 2; }
__attribute__((noinline)) u32 total(u32 item) {
  return twice(item) + 1;
}
__attribute__((noinline)) int main(void) {
  return (int)total(3) + 1;
}
void start(void) {
  main();
  for (;;) {}
}
