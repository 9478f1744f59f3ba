// Another module, in C: a static function of the same name as one elsewhere, and one that nothing calls.
extern volatile int audited;
volatile int audited;

static __attribute__((noinline)) void check(int value) {
  if (value > 3) audited = value;
}

static inline int weigh(int value) {
  int sum = 0;
  for (int i = 0; i < value; ++i) {
    sum += i ^ audited;
    check(sum);
  }
  return sum;
}

__declspec(dllexport) int audit_run(int value) {
  check(value);
  return weigh(value) + weigh(value / 2);
}

int audit_nobody_calls(int value) {
  return weigh(value) * 3;
}

__attribute__((naked)) int audit_by_hand(void) {
  __asm__ volatile("nop\n\tnop\n\tnop\n\tnop");
}
