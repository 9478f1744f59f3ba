// Logs are read by eight threads at the same time, each with a reader of its own and the same rules: together
// they find what one finds, in the same order.
#include <memory>
#include <string>
#include <vector>

#include "doctest/doctest.h"

#include "ground/base/in_order.h"
#include "ground/io/workers.h"
#include "reports/group/groups.h"
#include "reports/group/report_reader.h"
#include "reports/group/signature.h"

using namespace symkit;

namespace {

std::string log_of(std::size_t number) {
  const std::string bug = std::to_string(number % 13), line = std::to_string(number);
  return "==7==ERROR: AddressSanitizer: SEGV on unknown address 0x0 (pc 0x1)\n    #0 0x1 in shop::part" +
         bug + "::take(int) /src/shop.cpp:" + line +
         ":1\n    #1 0x2 in main /src/main.cpp:3:1\n\n"
         "java.lang.IllegalStateException: till " +
         line + "\n\tat shop.Till" + bug + ".open(Till.java:" + line +
         ")\n\tat shop.Shop.main(Shop.java:4)\n";
}

class Worker {
 public:
  explicit Worker(const group::Rules& rules)
      : rules_(rules), sites_(rules), reader_(sites_, [this](group::Report&& report) {
          found_.add(group::signature_of(report, sites_, rules_), report);
        }) {}

  group::Groups read(std::size_t number) {
    const std::string name = std::to_string(number);
    if (reader_.read(*io::Input::of_memory(log_of(number), name), name)) found_.end_log();
    return std::exchange(found_, {});
  }

 private:
  const group::Rules& rules_;
  group::Sites sites_;
  group::Groups found_;
  group::ReportReader reader_;
};

constexpr std::size_t last = 290;  // that counts; some behind it are read all the same

// How many reports, and "id count example" of each group, as they were met.
std::string read_by(unsigned threads) {
  const group::Rules rules = group::Rules::standard();
  group::Groups whole;
  InOrder<group::Groups> parts(4, [&](std::uint64_t, group::Groups& part) { whole.add(part); });
  std::vector<std::unique_ptr<Worker>> workers(threads);
  io::for_each_item(threads, 300, [&](unsigned worker, std::size_t number) {
    if (workers[worker] == nullptr) workers[worker] = std::make_unique<Worker>(rules);
    group::Groups found = workers[worker]->read(number);
    if (number % 5 == 0) parts.begin(number, found);
    if (number < last)
      parts.finish(number, std::move(found));
    else
      parts.finish_last(number, std::move(found));
  });
  std::string text = std::to_string(whole.reports()) + '\n';
  for (const group::Group& group : whole.take_all())
    text += group.signature.id + ' ' + std::to_string(group.count) + ' ' + group.examples.back().log + '\n';
  return text;
}

}  // namespace

TEST_CASE("logs are read by several threads as by one") {
  const std::string alone = read_by(1);
  CHECK(alone.starts_with("582\n"));
  CHECK(read_by(8) == alone);
}
