// Runs one command and says what it took. A program of its own, because Linux counts the memory of the process
// that starts a child into the child's peak: under Python, every small tool would seem to need Python's memory.
//
// usage: measured TIMES LIMIT STDIN STDOUT STDERR COMMAND...
// LIMIT: seconds after which a run is ended by SIGALRM; 0: none.
// Prints, for TIMES runs one after the other: wall user sys (nanoseconds, all runs together), the greatest peak
// memory of a run (KiB resident, mapped pages of files included), and the exit status of the last, for a signal 128 and
// its number.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static long long nanoseconds(struct timeval time) { return time.tv_sec * 1000000000LL + time.tv_usec * 1000LL; }

static void redirect(const char *path, int flags, int to) {
  const int file = open(path, flags, 0600);
  if (file < 0 || dup2(file, to) < 0) {
    perror(path);
    _exit(126);
  }
  close(file);
}

// What the run before has written goes before the clock starts: to cut a file short waits for its pages to be on disk.
static void remove_output(const char *path) {
  struct stat status;
  if (lstat(path, &status) == 0 && S_ISREG(status.st_mode)) unlink(path);
}

int main(int count, char **words) {
  if (count < 7) return 2;
  long long wall = 0, user = 0, sys = 0;
  long peak = 0;
  int status = 0;
  for (int times = atoi(words[1]); times > 0; --times) {
    remove_output(words[4]);
    const long long start = now();
    const pid_t child = fork();
    if (child < 0) return perror("fork"), 1;
    if (child == 0) {
      redirect(words[3], O_RDONLY, 0);
      redirect(words[4], O_WRONLY | O_CREAT | O_TRUNC, 1);
      redirect(words[5], O_WRONLY | O_CREAT | O_TRUNC, 2);
      alarm((unsigned)atoi(words[2]));  // an alarm outlives exec
      execvp(words[6], words + 6);
      perror(words[6]);
      _exit(127);
    }
    struct rusage usage;
    if (wait4(child, &status, 0, &usage) < 0) return perror("wait4"), 1;
    wall += now() - start;
    user += nanoseconds(usage.ru_utime);
    sys += nanoseconds(usage.ru_stime);
    if (usage.ru_maxrss > peak) peak = usage.ru_maxrss;
  }
  printf("%lld %lld %lld %ld %d\n", wall, user, sys, peak, WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
  return 0;
}
