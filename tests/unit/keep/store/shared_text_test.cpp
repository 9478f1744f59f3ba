// A text that several change: no change is lost, none is seen half, and who comes too late is told.
#include "keep/store/shared_text.h"

#include <doctest/doctest.h>
#include <thread>
#include <vector>

#include "support/scratch.h"

using namespace symkit;

namespace {

using Text = std::unique_ptr<store::SharedText>;

Text text_in(const std::string& folder) {
  return store::open_shared_text({folder}, "counts", std::chrono::days(1));
}

std::string newest(store::SharedText& text) {
  const auto newer = text.newer_than(0);
  REQUIRE(newer);
  REQUIRE(*newer);
  return (*newer)->text;
}

}  // namespace

TEST_CASE("of a shared text each version follows the one that its writer has read") {
  const test::Scratch scratch;
  const Text one = text_in(scratch / "store"), other = text_in(scratch / "store");
  CHECK_FALSE(one->newer_than(0).value());
  CHECK(one->follow(0, "first").value());
  CHECK_FALSE(other->follow(0, "another first").value());
  const auto read = other->newer_than(0).value();
  REQUIRE(read);
  CHECK((read->number == 1 && read->text == "first"));
  CHECK_FALSE(other->newer_than(1).value());
  CHECK(other->follow(1, std::string(100'000, 'x') + "\nsecond").value());
  CHECK(newest(*one).ends_with("\nsecond"));
  CHECK(one->newer_than(1).value()->number == 2);
  CHECK_FALSE(one->follow(1, "too late").value());
}

TEST_CASE("a shared text that many change at once") {
  const test::Scratch scratch;
  constexpr int threads = 4, times = 25;
  const auto count_up = [&] {
    const Text text = text_in(scratch.path);
    for (int done = 0; done < times;) {
      const auto read = text->newer_than(0);
      const std::uint64_t number = *read ? (*read)->number : 0;
      const int count = *read ? std::stoi((*read)->text) : 0;
      if (text->follow(number, std::to_string(count + 1)).value()) ++done;
    }
  };
  {
    std::vector<std::jthread> all;
    for (int i = 0; i < threads; ++i) all.emplace_back(count_up);
  }
  CHECK(newest(*text_in(scratch.path)) == std::to_string(threads * times));
}

TEST_CASE("a shared text that is damaged is an error, and is left as it is") {
  const test::Scratch scratch;
  for (const std::string& content :
       {std::string("x"), std::string("symkit text \nabc"), std::string("symkit text 1x 3\nabc"),
        std::string("symkit text 1\nabc"), std::string("symkit text 1 4\nabc"),
        std::string("symkit text 1 12\n\x28\xb5\x2f\xfd damaged")}) {
    scratch.write("shared/counts", content);
    const Text text = text_in(scratch.path);
    CHECK_FALSE(text->newer_than(0));
    CHECK(text->newer_than(0).error().message.starts_with(scratch.path));
  }
  scratch.write("shared/counts", "nothing of ours");
  CHECK_FALSE(text_in(scratch.path)->follow(0, "x"));
}

TEST_CASE("where a shared text may lie") {
  const test::Scratch scratch;
  CHECK(store::open_shared_text({}, "counts", std::chrono::days(1)) == nullptr);
  CHECK(store::open_shared_text({"https://symbols.example"}, "counts", std::chrono::days(1)) == nullptr);
  const Text second = store::open_shared_text({"https://symbols.example", "file://" + scratch.path}, "counts",
                                              std::chrono::days(1));
  REQUIRE(second);
  CHECK(second->place() == scratch / "shared/counts");
  CHECK(store::open_shared_text({"redis://127.0.0.1:1"}, "counts", std::chrono::days(1)) != nullptr);
}
