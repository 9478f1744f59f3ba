/* Prints the stack of a kiosk whose price is wrong as other programs print theirs: `kiosk redis`, `kiosk xorg` …
   The forms are after what these programs print. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>

enum { most = 32 };
extern char __ehdr_start, end;

struct frame {
  unsigned long address, base, offset; /* of the image; from its symbol, or from its beginning */
  const char *path, *symbol;
  int is_main;
};

static struct frame frames[most];
static int count;
static const char *style;
static unsigned long interrupted;

static int is_style(const char *name) { return strcmp(style, name) == 0; }

static void collect(void) {
  void *addresses[most];
  count = backtrace(addresses, most);
  for (int i = 0; i < count; ++i) {
    Dl_info info;
    struct frame *frame = &frames[i];
    *frame = (struct frame){.address = (unsigned long)addresses[i], .path = "?", .symbol = ""};
    if (!dladdr(addresses[i], &info)) continue;
    frame->base = (unsigned long)info.dli_fbase;
    frame->path = info.dli_fname;
    frame->offset = frame->address - frame->base;
    frame->is_main = strstr(frame->path, ".so") == NULL;
    if (info.dli_sname == NULL) continue;
    frame->symbol = info.dli_sname;
    frame->offset = frame->address - (unsigned long)info.dli_saddr;
  }
}

static void print_maps(void) {
  char line[4096];
  FILE *maps = fopen("/proc/self/maps", "r");
  while (maps && fgets(line, sizeof line, maps)) fputs(line, stdout);
}

/* As backtrace_symbols does, with a server's title in the place of the program's path. */
static void print_with_title(const char *title, unsigned long address) {
  void *one = (void *)address;
  char **names = backtrace_symbols(&one, 1);
  const char *group = strchr(names[0], '(');
  const int is_library = strncmp(names[0], "/lib", 4) == 0 || strncmp(names[0], "/usr/lib", 8) == 0;
  char text[512];
  snprintf(text, sizeof text, "%s", group);
  char *blank = strstr(text, " [");
  if (blank) memmove(blank, blank + 1, strlen(blank));
  printf("%.*s%s\n", is_library ? (int)(group - names[0]) : (int)strlen(title), is_library ? names[0] : title, text);
  free(names);
}

static void print_redis(const char *title) {
  printf("=== REDIS BUG REPORT START: Cut & paste starting from here ===\n"
         "4711:M 22 Nov 2026 06:35:48.508 # Redis 7.0.15 crashed by signal: 11, si_code: 1\n\n"
         "------ STACK TRACE ------\nEIP:\n");
  print_with_title(title, interrupted);
  printf("\nBacktrace:\n");
  for (int i = 0; i < count; ++i) print_with_title(title, frames[i].address);
  printf("\n------ REGISTERS ------\n");
}

static void print_postgres(void) {
  printf("TRAP: failed Assert(\"price != 0\"), File: \"kiosk.c\", Line: 12, PID: 4711\n");
  for (int i = 0; i < count; ++i) print_with_title("postgres: kiosk shop [local] SELECT", frames[i].address);
}

static void print_xorg(int i, const struct frame *f) {
  if (f->symbol[0])
    printf("(EE) %d: %s (%s+0x%lx) [%#lx]\n", i, f->path, f->symbol, f->offset, f->address);
  else
    printf("(EE) %d: %s (%#lx+0x%lx) [%#lx]\n", i, f->path, f->base, f->offset, f->address);
}

static void print_python(int i, const struct frame *f) {
  (void)i;
  printf("  Binary file \"%s\", at %s+0x%lx [%#lx]\n", f->path, f->symbol, f->offset, f->address);
}

static void print_ceph(int i, const struct frame *f) {
  if (f->is_main)
    printf(" %d: (%s()+0x%lx) [%#lx]\n", i + 1, f->symbol, f->offset, f->address);
  else
    printf(" %d: %s(%s+0x%lx) [%#lx]\n", i + 1, f->path, f->symbol, f->offset, f->address);
}

static const char *base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/* ClickHouse's count as the file does, the others from where the image begins. */
static void print_clickhouse(int i, const struct frame *f) {
  const unsigned long moved_by = f->base >> 32 ? f->base : 0;
  printf("2026.11.22 06:35:48.508 [ 4711 ] {} <Error> kiosk: %d. %s @ 0x%016lx in %s\n", i, f->symbol[0] ? f->symbol : "?",
         f->address - moved_by, f->path);
}

static void print_mongodb_images(void) {
  printf("{\"t\":{\"$date\":\"2026-11-22T06:35:48.508+00:00\"},\"s\":\"I\",\"c\":\"CONTROL\",\"id\":31380,\"ctx\":\"main\",\"msg\":\"BACKTRACE\","
         "\"attr\":{\"bt\":{\"backtrace\":[],\"processInfo\":{\"mongodbVersion\":\"7.0.5\",\"somap\":[");
  for (int i = 0; i < count; ++i)
    printf("%s{\"b\":\"%lX\",\"path\":\"%s\",\"elfType\":3}", i ? "," : "", frames[i].base, frames[i].path);
  printf("]}}}}\n");
}

static void print_mongodb(int i, const struct frame *f) {
  if (i == 0) print_mongodb_images();
  printf("{\"t\":{\"$date\":\"2026-11-22T06:35:48.508+00:00\"},\"s\":\"I\",\"c\":\"CONTROL\",\"id\":31445,\"ctx\":\"main\",\"msg\":\"Frame\","
         "\"attr\":{\"frame\":{\"a\":\"%lX\",\"b\":\"%lX\",\"o\":\"%lX\"%s%s%s}}}\n",
         f->address, f->base, f->address - f->base, f->symbol[0] ? ",\"s\":\"" : "", f->symbol, f->symbol[0] ? "\"" : "");
}

static void print_firefox(int i, const struct frame *f) {
  printf("#%02d: %s[%s +0x%lx]\n", i + 1, f->symbol[0] ? f->symbol : "???", f->path, f->address - f->base);
}

static void print_unreal(int i, const struct frame *f) {
  (void)i;
  printf("[2026.11.22-06.35.48:508][  0]LogCore: Error: [Callstack] 0x%016lx %s!UnknownFunction(0x%lx)\n", f->address,
         base_name(f->path), f->address - f->base - 1);
}

static void print_bcc(int i, const struct frame *f) {
  (void)i;
  if (f->symbol[0])
    printf("\t0x%016lx\t%s+0x%lx [%s]\n", f->address, f->symbol, f->offset, base_name(f->path));
  else
    printf("\t0x%016lx\t[unknown] [%s]\n", f->address, base_name(f->path));
}

static void print_godot(int i, const struct frame *f) {
  char title[512];
  snprintf(title, sizeof title, "[%d] %s", i + 1, f->is_main ? f->path : "/opt/kiosk/libc.so.6");
  void *one = (void *)f->address;
  char **names = backtrace_symbols(&one, 1);
  printf("%s%s (??:0)\n", title, strchr(names[0], '('));
  free(names);
}

static const struct {
  const char *name;
  void (*print)(int, const struct frame *);
  const char *heading;
  int has_maps;
} kinds[] = {
    {"xorg", print_xorg, "(EE) \n(EE) Backtrace:", 0},
    {"python", print_python, "Current thread's C stack trace (most recent call first):", 0},
    {"ceph", print_ceph, " ceph version 18.2.4 (0123) reef (stable)", 1},
    {"clickhouse", print_clickhouse, "Stack trace (when copying this message, always include the lines below):", 0},
    {"mongodb", print_mongodb, "a price is wrong", 0},
    {"firefox", print_firefox, "[Parent 4711, Main Thread] ###!!! ASSERTION: a price is wrong: 'price', file kiosk.cpp:12", 0},
    {"unreal", print_unreal, "[2026.11.22-06.35.48:508][  0]LogCore: Error: === Critical error: ===", 0},
    {"bcc", print_bcc, "addr = 55d0c2b01010 size = 24", 1},
    {"godot", print_godot, "handle_crash: Program crashed with signal 11", 0},
};

static void print_go(void) {
  printf("SIGSEGV: segmentation violation\nPC=%#lx m=0 sigcode=1 addr=0x10\nsignal arrived during cgo execution\n\n"
         "goroutine 1 gp=0x3a230e1a81e0 m=0 mp=0x533440 [syscall]:\nruntime.cgocall(0x47e5d0, 0x3a230e1eef20)\n"
         "\t/usr/local/go/src/runtime/cgocall.go:167 +0x4b fp=0x3a230e1eeef8 sp=0x3a230e1eeec0 pc=0x47330b\n", interrupted);
  print_maps();
}

static void report(void) {
  collect();
  if (is_style("go")) return print_go();
  char title[64];
  snprintf(title, sizeof title, "/opt/kiosk/%s *:6379", program_invocation_short_name);
  if (is_style("redis")) return print_redis(title);
  if (is_style("postgres")) return print_postgres();
  for (size_t kind = 0; kind < sizeof kinds / sizeof *kinds; ++kind) {
    if (!is_style(kinds[kind].name)) continue;
    puts(kinds[kind].heading);
    for (int i = 0; i < count; ++i) kinds[kind].print(i, &frames[i]);
    if (kinds[kind].has_maps) print_maps();
  }
}

static void on_signal(int number, siginfo_t *info, void *context) {
  (void)number;
  (void)info;
  interrupted = (unsigned long)((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
  report();
  fflush(stdout);
  _exit(1);
}

__attribute__((noinline)) int price(volatile int *item) {
  if (is_style("redis") || is_style("go")) *(volatile int *)(uintptr_t)16 = 1;
  if (is_style("write")) return (int)write(1, "a price is wrong\n", 17);
  report();
  return *item * 2;
}

static int twice(volatile int *item) { return price(item) + 1; }

__attribute__((noinline)) static int total(volatile int *item) { return twice(item) + *item; }

int main(int count_of_arguments, char **arguments) {
  volatile int item = count_of_arguments;
  struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO};
  style = count_of_arguments > 1 ? arguments[1] : "";
  sigaction(SIGSEGV, &action, NULL);
  if (!is_style("write")) printf("base %p %p\n", (void *)&__ehdr_start, (void *)&end); /* for the recipe alone */
  return total(&item) == 0;
}
