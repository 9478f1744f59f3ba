/* Functions with frames of many kinds, to be executed an instruction at a time: none needs a library. */
typedef unsigned long long word;
#define APART __attribute__((noinline))

void *memset(void *to, int byte, __SIZE_TYPE__ count) {
  for (volatile char *at = to; count != 0; --count) *at++ = (char)byte;
  return to;
}
void *memcpy(void *to, const void *from, __SIZE_TYPE__ count) {
  volatile char *at = to;
  for (const char *next = from; count != 0; --count) *at++ = *next++;
  return to;
}

/* What touches the pages of a large frame in turn has nothing to do here. */
#ifdef _WIN32
int _fltused;
__asm__(".globl __chkstk\n__chkstk: ret");
#else
__asm__(".globl ___chkstk_darwin\n___chkstk_darwin: ret");
#endif

volatile word sink;

APART word leaf(word a) { return a * 3 + 1; }
APART word leaf_with_stack(word a) {
  volatile word kept[12];
  for (int i = 0; i < 12; ++i) kept[i] = a + i;
  return kept[a % 12];
}
APART word only_calls(word a) { return leaf(a) + 1; }
APART word tail(word a) { return leaf_with_stack(a + 1); }
APART word tail_with_frame(word a) {
  word b = leaf(a);
  b += leaf(b + a);
  return only_calls(b);
}

APART word many_registers(word a, word b, word c, word d) {
  word e = leaf(a), f = leaf(b), g = leaf(c), h = leaf(d), i = leaf(e + f), j = leaf(g + h), k = leaf(i ^ j);
  for (int n = 0; n < 2; ++n) {
    a += leaf(b + k);
    c += leaf(d + e);
    e ^= f + g + h + i + j;
  }
  return a + b + c + d + e + f + g + h + i + j + k;
}

APART double of_floats(double a, double b) {
  double c = a * b;
  sink += leaf(sink);
  double d = a - c;
  sink += leaf(sink + 1);
  double e = d * b;
  sink += only_calls(sink);
  return a + b + c + d + e;
}

APART word large(word a) {
  volatile word kept[100];
  kept[a % 100] = a;
  kept[99] = leaf(a);
  return kept[99] + kept[a % 100] + leaf(kept[3] & 7);
}

APART word huge(word a) {
  volatile char kept[20000];
  kept[a % 20000] = (char)a;
  return leaf(a) + (word)kept[a % 20000];
}
APART word huge_leaf(word a) {
  volatile char kept[5000];
  kept[a % 5000] = (char)a;
  return (word)kept[a % 5000];
}
APART word varying(word a) {
  volatile char *kept = __builtin_alloca(a % 64 + 16);
  kept[0] = (char)a;
  word b = leaf(a);
  kept[1] = (char)b;
  return b + (word)kept[0] + (word)kept[1];
}

/* Most calls leave it before it needs a frame. */
APART word leaves_early(word a) {
  if (a < 10) return a + 1;
  word b = leaf(a);
  word c = only_calls(b);
  if (c % 2 == 0) return b;
  return many_registers(a, b, c, 1) + c;
}

APART word chooses(word a, word b) {
  switch (a % 9) {
    case 0: return leaf(b);
    case 1: b = only_calls(b) + 2; break;
    case 2: b = tail(b) + 1; break;
    case 3: b ^= leaf_with_stack(b); break;
    case 4: b -= large(b); break;
    case 5: b *= 3; break;
    case 6: return only_calls(b + 4);
    case 7: b += leaf(b) + leaf(b + 1); break;
    default: b = 0;
  }
  return b + leaf(b) + a;
}

APART word recurses(word a) {
  if (a == 0) return leaf(1);
  word b = recurses(a - 1);
  return b + leaf(a);
}

struct Wide {
  word parts[6];
};
APART struct Wide returns_wide(word a) {
  struct Wide made;
  for (int i = 0; i < 6; ++i) made.parts[i] = leaf(a + i);
  return made;
}
APART word takes_many(word a, word b, word c, word d, word e, word f, word g, word h, word i, word j) {
  return leaf(a + b) + leaf(c + d) + e + f + g + leaf(h) + i + j;
}
APART word passes_many(word a) { return takes_many(a, 1, 2, 3, 4, 5, 6, 7, a + 8, a + 9) + takes_many(1, a, 2, 3, a, a, a, 7, 8, a); }

APART word sums(int count, ...) {
  __builtin_va_list all;
  __builtin_va_start(all, count);
  word sum = 0;
  for (int i = 0; i < count; ++i) sum += leaf(__builtin_va_arg(all, word));
  __builtin_va_end(all);
  return sum;
}

typedef word (*Function)(word);
APART word through(Function what, word a) { return what(a) + what(a + 1); }
APART word tail_through(Function what, word a) { return what(a + leaf(a)); }

APART word aligned(word a) {
  _Alignas(64) volatile word kept[8];
  kept[a % 8] = leaf(a);
  return kept[a % 8] + ((word)&kept[0] & 63);
}

APART word loops(word a) {
  word sum = 0;
  for (word i = 0; i < 4; ++i) {
    if (leaf(i) % 3 == 1) continue;
    if (i == a) break;
    sum += chooses(i, a);
  }
  return sum;
}

__attribute__((optnone, noinline)) word plain(word a) {
  word b = leaf(a), c = b + 1;
  if (b > c) return large(b);
  return only_calls(c);
}

word start(void) {
  word sum = 0;
  for (word i = 0; i < 18; ++i) {
    sum += leaves_early(i) + chooses(i, i + 3) + loops(i) + varying(i);
    sum += tail(i) + tail_with_frame(i) + passes_many(i) + large(i);
  }
  sum += many_registers(1, 2, 3, 4) + (word)of_floats(1.5, 2.5) + huge(7) + huge_leaf(8) + recurses(6);
  sum += returns_wide(3).parts[2] + sums(5, sum, (word)2, sum, (word)4, sum);
  sum += through(only_calls, 2) + tail_through(recurses, 1) + aligned(3) + plain(4);
  sink = sum;
  return sum;
}
