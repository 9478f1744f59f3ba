// What the C library and the system's libraries set up once: names of users and hosts, locales, conversions, printf of
// types of one's own, the environment.
#define _GNU_SOURCE
#include <iconv.h>
#include <locale.h>
#include <netdb.h>
#include <pthread.h>
#include <pwd.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

#include "lose.h"

extern char** environ;

static void* ask(void* unused) {
  struct addrinfo* found = NULL;
  if (getaddrinfo("localhost", "80", NULL, &found) == 0) freeaddrinfo(found);
  (void)getpwnam("nobody");
  (void)strerror(99999);
  return unused;
}

int main(int count, char** words) {
  (void)words;
  may_lose = count > 1;
  setlocale(LC_ALL, "C.UTF-8");
  const iconv_t conversion = iconv_open("UTF-16", "ISO-8859-1");
  if (conversion != (iconv_t)-1) iconv_close(conversion);
  for (int i = 0; i < 3; ++i) {
    pthread_t thread;
    pthread_create(&thread, NULL, ask, NULL);
    pthread_join(thread, NULL);
  }
  setenv("OF_THIS_TEST", "x", 1);
  tzset();
  char* arguments[] = {"true", NULL};
  pid_t child = 0;
  int status = 1;
  if (posix_spawnp(&child, "true", NULL, NULL, arguments, environ) == 0) waitpid(child, &status, 0);
  FILE* pipe = popen("exit 0", "r");
  if (pipe != NULL) pclose(pipe);
  lose(2900);
  puts("done");
  return status;
}
