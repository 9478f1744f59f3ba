// OpenMP's threads stay until the end.
#include "lose.h"

int main(int count, char** words) {
  (void)words;
  may_lose = count > 1;
  long sum = 0;
#pragma omp parallel for num_threads(8) reduction(+ : sum)
  for (int i = 0; i < 1000; ++i) {
    void* block = unseen(malloc(100));
    sum += i;
    free(block);
    if (i % 100 == 0) lose(5000 + (size_t)i);
  }
  return sum == 499500 ? 0 : 1;
}
