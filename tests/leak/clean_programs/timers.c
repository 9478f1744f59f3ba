// Threads that the C library begins: of timers, and of reading and writing in the background.
#include <aio.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

#include "lose.h"

static atomic_int rings;
static void ring(union sigval value) {
  free(unseen(malloc((size_t)value.sival_int)));
  if (rings == 0) lose((size_t)value.sival_int);
  ++rings;
}

int main(int count, char** words) {
  (void)words;
  may_lose = count > 1;
  struct sigevent event = {.sigev_notify = SIGEV_THREAD, .sigev_notify_function = ring, .sigev_value.sival_int = 1800};
  const struct itimerspec often = {.it_value.tv_nsec = 5000000, .it_interval.tv_nsec = 5000000};
  timer_t timer;
  if (timer_create(CLOCK_MONOTONIC, &event, &timer) != 0) return 1;
  timer_settime(timer, 0, &often, NULL);
  char room[4096];
  for (int i = 0; i < 4; ++i) {
    struct aiocb reading = {.aio_fildes = open("/proc/self/maps", O_RDONLY), .aio_buf = room, .aio_nbytes = sizeof room};
    const struct aiocb* list[] = {&reading};
    aio_read(&reading);
    while (aio_error(&reading) == EINPROGRESS) aio_suspend(list, 1, NULL);
    close(reading.aio_fildes);
  }
  while (rings < 3) usleep(1000);
  timer_delete(timer);
  usleep(20000);
  return 0;
}
