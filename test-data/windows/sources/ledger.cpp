// Inlined calls in several levels over two files, lambdas, static functions of one name, code that is seldom run.
#include "ledger.hpp"

namespace ledger {

volatile long long booked;
volatile int warnings;

namespace {

__declspec(noinline) void check(long long cents) {
  if (cents < 0) warnings = warnings + 1;
}

struct Entry {
  Amount amount;
  int account;
};

template <class Visit>
__forceinline void each(const Entry* entries, int count, Visit visit) {
  for (int i = 0; i < count; ++i)
    visit(entries[i]);
}

__forceinline Amount with_tax(Amount amount, bool reduced) {
  if (reduced) return amount.taxed(Fixed<7>());
  return amount.taxed(Fixed<19>());
}

}  // namespace

class Book {
 public:
  virtual long long total(const Entry* entries, int count);
  virtual ~Book();

 private:
  long long last_ = 0;
};

long long Book::total(const Entry* entries, int count) {
  Amount sum(last_);
  each(entries, count, [&](const Entry& entry) {
    sum = sum.plus(with_tax(entry.amount, entry.account % 2 == 0));
    booked = booked + 1;
  });
  check(sum.cents());
  return last_ = sum.cents();
}

Book::~Book() {
  check(last_);
}

static __declspec(noinline) long long settle(long long cents, int rounds) {
  if (rounds == 0) return cents;
  auto half = [](long long all) __declspec(noinline) { return all / 2; };
  return settle(half(cents), rounds - 1) + Amount(cents).taxed(Fixed<3>()).cents();
}

extern "C" __declspec(dllexport) long long ledger_close(Book& book, int count) {
  const Entry entries[] = {{Amount(1200), 1}, {Amount(booked), 2}};
  return settle(book.total(entries, count & 1), count);
}

extern "C" __declspec(dllexport) int __stdcall ledger_warnings(int limit) {
  return warnings > limit ? limit : warnings;
}

extern "C" __declspec(dllexport) int __fastcall ledger_quick(int a, int b) {
  check(a);
  return a + b;
}

}  // namespace ledger

void operator delete(void*) noexcept {}
void operator delete(void*, __SIZE_TYPE__) noexcept {}
