// Eight workers answer parts of a count: all is written in order, a part that fails is the last, and nobody
// goes on for a reader who went away.
#include "ground/stream/crew.h"

#include <vector>

#include "doctest/doctest.h"

using namespace symkit;

namespace {

struct Number : stream::BulkPart {
  std::uint64_t value = 0;
};

class Counting final : public stream::Crew<Number> {
 public:
  Counting(print::Output& output, std::uint64_t most, std::uint64_t bad = UINT64_MAX)
      : Crew(output, 8), most_(most), bad_(bad), counts_(8) {}

  std::uint64_t next() const { return next_; }
  // How many each worker answered.
  const std::vector<std::uint64_t>& counts() const { return counts_; }

 private:
  bool cut(Number& part) override {
    if (next_ == most_) return false;
    part.value = next_++;
    return true;
  }
  void begin(std::size_t worker) override { counts_[worker] = 0; }
  Result<void> answer(std::size_t worker, Number& part, stream::Sheet& sheet) override {
    ++counts_[worker];
    sheet.text += std::to_string(part.value);
    if (part.value % 7 == 0) send(part, sheet);
    if (part.value >= bad_) return fail("number " + std::to_string(part.value));
    sheet.text += '.';
    return {};
  }
  void write(stream::Sheet& sheet) override {
    if (!sheet.text.empty()) sheet.text += '\'';
    Crew::write(sheet);
  }

  std::uint64_t most_, bad_;
  std::uint64_t next_ = 0;
  std::vector<std::uint64_t> counts_;
};

std::string written_to(std::uint64_t end) {
  std::string all;
  for (std::uint64_t number = 0; number < end; ++number)
    all += std::to_string(number) + (number % 7 == 0 ? "'.'" : ".'");
  return all;
}

print::Output::Taker into(std::string& all, std::size_t most = SIZE_MAX) {
  return [&all, most](std::string_view text) {
    all += text;
    return all.size() < most;
  };
}

}  // namespace

TEST_CASE("a crew's answers come in order, those of large parts in pieces") {
  std::string all;
  print::Output output(into(all));
  Counting crew(output, 3000);
  CHECK(crew.work());
  CHECK(all == written_to(3000));
  std::uint64_t count = 0;
  for (const std::uint64_t own : crew.counts()) count += own;
  CHECK(count == 3000);
  CHECK(crew.counts()[crew.last().value()] != 0);
}

TEST_CASE("without a part there is no last") {
  std::string all;
  print::Output output(into(all));
  Counting crew(output, 0);
  CHECK(crew.work());
  CHECK(all.empty());
  CHECK_FALSE(crew.last());
}

TEST_CASE("the first error of the input's order ends it, whoever met it first") {
  std::string all;
  print::Output output(into(all));
  Counting crew(output, 3000, 1000);
  const auto done = crew.work();
  REQUIRE_FALSE(done);
  CHECK(done.error().message == "number 1000");
  CHECK(all == written_to(1000) + "1000'");
  CHECK(crew.next() < 3000);
}

TEST_CASE("nobody goes on if there is no reader any more") {
  std::string all;
  print::Output output(into(all, 1000));
  Counting crew(output, 1'000'000);
  CHECK(crew.work());
  CHECK(all.size() < 1100);
  CHECK(crew.next() < 1'000'000);
}
