// Variables of every type that C has, in functions that call each other until one crashes: at the end of a
// chain that compilers may not inline, of one that they always do, in a handler of a signal, in a thread.
// Numbers that the functions know are printed, so that a debugger is not all that is believed.
#include <complex.h>
#include <pthread.h>
#include <signal.h>
#include <stdalign.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define APART __attribute__((noinline))
#define WITHIN static inline __attribute__((always_inline))

enum colour { RED, GREEN = 5, BLUE };
enum rights { READ = 1, WRITE = 2, EXECUTE = 4, SPECIAL = 48 };
typedef unsigned int weight_t;
typedef int (*operation)(int, int);

struct hidden;  // only the other half of this file knows it
struct label {
  char tag[12];
  weight_t weight;
};
struct packed {
  unsigned low : 3;
  int middle : 5;
  unsigned long high : 40;
  signed char last;
};
union either {
  int number;
  float real;
  unsigned char bytes[4];
};
struct node {
  struct label label;
  struct node* next;
  union either value;
  enum colour colour;
  operation apply;
  struct {
    short x, y;
  };
};

volatile long sink;
static const char* way = "abort";
int table[16] = {1, 2, 3};
static _Thread_local int per_thread = 31;

static void known(const char* function, const char* name, long value) {
  printf("%s %s %ld\n", function, name, value);
}
#define KNOWN(name) known(__func__, #name, (long)(name))

static int add(int a, int b) { return a + b; }

APART void end(int* where, long code) {
  int local = (int)code * 2;
  KNOWN(local);
  fflush(stdout);
  if (strcmp(way, "null") == 0) *where = local;
  if (strcmp(way, "handler") == 0) raise(SIGUSR1);
  sink = local;
  abort();
}

WITHIN int inmost(int depth, struct label* label) {
  int twice = depth * 2;
  unsigned long mask = 0xff00ff00ff00ff00UL + (unsigned long)depth;
  end(0, twice);
  sink = (long)mask + label->weight;
  return twice;
}
WITHIN int inner(int depth, const char* text) {
  struct label label = {"inner", (weight_t)depth};
  long length = (long)strlen(text);
  int result = inmost(depth + 1, &label);
  sink = length;
  return result + (int)label.weight;
}
APART int outer(int depth) {
  char text[8] = "outer";
  text[5] = (char)('a' + depth);
  double half = depth / 2.0;
  int result = inner(depth, text);
  sink = (long)half;
  return result + text[5];
}

// Each is passed on in a register, and read nowhere again.
APART int third(float f, int i, struct label l) {
  KNOWN(i);
  return outer(i) + (int)f + (int)l.weight;
}
APART int second(float f, int i, short s) {
  struct label mine = {"passed", 9};
  int kept = third(f / 2, i + 1, mine);
  return kept + s;
}
APART int first(float f, int i, unsigned char c) {
  int here = second(f / 2, i * 3, (short)(i - 100));
  return here + (c == 0);
}

APART int arrays(int rows, int columns) {
  int grid[2][3] = {{1, 2, 3}, {4, 5, 6}};
  int grown[rows][columns];
  char name[rows + 4];
  const char* words[] = {"one", "two", 0};
  double none[3] = {0};
  unsigned char raw[20] = {0};
  int many[40];
  for (int i = 0; i < 40; ++i) many[i] = i < 30 ? 7 : i;
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) grown[i][j] = i * 10 + j;
  memset(name, 'n', sizeof name);
  memset(raw, 200, 12);
  name[rows + 3] = 0;
  KNOWN(rows);
  KNOWN(columns);
  int result = first(6.0F, rows, 'q');
  sink = grid[rows % 2][columns % 3] + grown[rows - 1][columns - 1] + name[0] + words[0][0] + (long)none[1] + raw[3] + many[3];
  return result;
}

APART int records(struct node* list, struct hidden* unseen) {
  static int calls = 4;
  static struct label kept = {"static", 3};
  struct packed packed = {5, -3, 123456789012UL, -7};
  union either either = {.real = 1.5F};
  struct node copy = *list;
  enum rights some = READ | EXECUTE, unknown = (enum rights)(READ | 8), none = (enum rights)0;
  enum colour colour = (enum colour)(list->colour + 1);
  struct label* into = &copy.label;
  int* element = &table[2];
  operation chosen = list->apply;
  void* nothing = 0;
  void* anything = (void*)list;
  {
    int colour = 12;  // another one
    ++calls;
    int result = arrays(2, 3);
    sink = colour + result;
  }
  sink = packed.low + packed.middle + (long)packed.high + packed.last + either.number + copy.x + (int)some + (int)unknown + (int)none +
         (int)colour + (long)into->weight + *element + chosen(1, 2) + (nothing != anything) + (long)(unseen != 0) + (long)kept.weight;
  return calls;
}

APART int numbers(int count, char** arguments) {
  signed char tiny = -5;
  unsigned char byte = 200;
  short small = -300;
  unsigned short port = 65535;
  long big = -5000000000L;
  unsigned long huge = 18446744073709551615UL;
  __int128 vast = ((__int128)big << 40) + 17;
  float third = 1.0F / (float)(count + 2);
  double tenth = 0.1 * count;
  long double longer = 1.0L / 3.0L * count;
  double complex plane = 1.0 + 2.0 * I * count;
  float infinite = 1e30F * (float)count;
  infinite *= infinite;
  double odd = (double)infinite - (double)infinite;
  _Bool yes = count > 0;
  wchar_t wide[] = L"wide";
  char quote[] = "a \"quoted\"\ttext\n\001";
  const char* text = "constant";
  const volatile int* qualified = &count;
  alignas(32) int aligned = 77;
  int8_t eight = 'x';
  per_thread += count;
  struct node last = {{"last", 2}, 0, {.number = 9}, BLUE, add, {1, 2}};
  struct node list = {{"first", 1}, &last, {.real = 2.5F}, RED, add, {-3, 4}};
  KNOWN(tiny), KNOWN(byte), KNOWN(small), KNOWN(port), KNOWN(big), KNOWN(count), KNOWN(eight), KNOWN(aligned);
  int result = records(&list, (struct hidden*)&last);
  sink = tiny + byte + small + port + big + (long)huge + (long)vast + (long)third + (long)tenth + (long)longer + (long)creal(plane) +
         (odd > 1) + yes + wide[0] + quote[0] + text[0] + *qualified + aligned + eight + per_thread + list.x + arguments[0][0];
  return result;
}

static void handle(int number) {
  struct label in_handler = {"handler", 1};
  int doubled = number * 2;
  sink = doubled + (long)in_handler.weight;
  KNOWN(number);
  way = "abort";
  end(0, doubled);
  sink = in_handler.tag[0];
}

static void* run(void* argument) {
  long mine = (long)argument;
  per_thread = (int)mine;
  double share = (double)mine / 4;
  char* arguments[] = {"thread", 0};
  sink = numbers((int)mine, arguments);
  sink = (long)share;
  return argument;
}
static void* rest(void* argument) {
  long idle = (long)argument * 3;
  static pthread_mutex_t never = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&never);
  pthread_mutex_lock(&never);
  sink = idle;
  return argument;
}

int main(int argc, char** argv) {
  if (argc > 1) way = argv[1];
  signal(SIGUSR1, handle);
  if (strcmp(way, "threads") != 0) return numbers(argc, argv);
  pthread_t threads[2];
  pthread_create(&threads[0], 0, rest, (void*)1);
  while (sink == 0) {
    pthread_create(&threads[1], 0, run, (void*)3);
    pthread_join(threads[1], 0);
  }
  return 0;
}
