// The list of images answers as looking through all of them would, whatever comes in which order.
#include "logs/crashlog/image_list.h"

#include <random>

#include "doctest/doctest.h"

using namespace symkit;
using namespace symkit::crashlog;

namespace {

ListedImage image(std::uint64_t begin, std::uint64_t end, std::string name, std::string_view id) {
  ListedImage made;
  made.begin = begin;
  made.end = end;
  made.name = std::move(name);
  made.id = ImageId::parse(id).value_or(ImageId{});
  return made;
}

template <class Fits>
ImageList::Answer looked_through(const ImageList& list, Fits fits) {
  ImageList::Answer answer;
  for (const ListedImage& one : list.all()) {
    if (!fits(one)) continue;
    if (answer.image == nullptr) answer.image = &one;
    answer.is_ambiguous = answer.is_ambiguous || answer.image->id != one.id;
  }
  return answer;
}

bool same(const ImageList::Answer& a, const ImageList::Answer& b) {
  return a.is_ambiguous == b.is_ambiguous && (a.is_ambiguous || a.image == b.image);
}

void check_all(const ImageList& list) {
  for (std::uint64_t address = 0; address < 120; ++address) {
    CAPTURE(address);
    const auto holds = [&](const ListedImage& one) { return address >= one.begin && address < one.end; };
    CHECK(same(list.holding(address), looked_through(list, holds)));
    const auto begins = [&](const ListedImage& one) { return one.begin == address; };
    CHECK(list.at(address) == looked_through(list, begins).image);
    const std::string name = std::to_string(address);
    const auto is_named = [&](const ListedImage& one) { return one.name == name; };
    CHECK(same(list.named(name), looked_through(list, is_named)));
  }
}

}  // namespace

TEST_CASE("images are found as if all were looked through") {
  std::mt19937 random(1);
  for (const std::size_t ids : {1U, 2U, 40U}) {
    ImageList list;
    for (int i = 0; i < 700; ++i) {
      const std::uint64_t begin = random() % 100;
      const std::uint64_t end = random() % 4 == 0 ? 0 : begin + random() % 3;
      list.add(image(begin, end, std::to_string(random() % 120), std::to_string(10 + random() % ids)));
      if (i % 61 == 0 || i > 695) check_all(list);
    }
    list.clear();
    check_all(list);
  }
}

TEST_CASE("an image that ends where the next begins, and one at the end of memory") {
  ImageList list;
  list.add(image(0x1000, 0x2000, "a", "aa"));
  list.add(image(0x2000, 0x3000, "b", "bb"));
  list.add(image(0xffff'ffff'ffff'0000, UINT64_MAX, "c", "cc"));
  for (int i = 0; i < 100; ++i) list.add(image(0, 0, "nowhere", "dd"));
  CHECK(list.holding(0xfff).image == nullptr);
  CHECK(list.holding(0x1fff).image->name == "a");
  CHECK(list.holding(0x2000).image->name == "b");
  CHECK(list.holding(0x3000).image == nullptr);
  CHECK(list.holding(UINT64_MAX - 1).image->name == "c");
  CHECK(list.holding(UINT64_MAX).image == nullptr);
}
