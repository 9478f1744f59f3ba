// Loses blocks in two functions that share their code: of 100 bytes by pointer, of 10 and 20 by direct calls.
void first(unsigned long size), second(unsigned long size);

void* volatile kept;

__attribute__((noinline)) static int through_pointer(void (*volatile called)(unsigned long),
                                                     unsigned long size) {
  called(size);
  return 1;
}

// Overwrites what the stack or a register may still have.
__attribute__((noinline)) static int forget(void) {
  volatile char room[4096];
  for (int i = 0; i < 4096; ++i) room[i] = 0;
  return room[17];
}

int main(void) {
  int all = through_pointer(first, 100) + through_pointer(second, 100);
  first(10);
  second(20);
  return all + forget() != 2;
}
