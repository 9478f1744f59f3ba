// Children that allocate, link blocks of their own to their parent's, and end in each way.
#include <sys/wait.h>
#include <unistd.h>

#include "lose.h"

struct Node {
  struct Node* next;
  char room[800];
};
static struct Node* list;

static void add(void) {
  struct Node* node = malloc(sizeof *node);
  node->next = NULL;
  struct Node** end = &list;
  while (*end != NULL) end = &(*end)->next;
  *end = node;
}

int main(int count, char** words) {
  (void)words;
  may_lose = count > 1;
  add();
  add();
  for (int i = 0; i < 6; ++i) {
    const pid_t child = fork();
    if (child == 0) {
      add();
      if (i == 1 && fork() == 0) add();
      add();
      if (i == 3) execl("/bin/true", "true", (char*)NULL);
      if (i % 2 == 0) _exit(0);
      exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (status != 0) return 1;
    add();
  }
  lose(1700);
  return 0;
}
