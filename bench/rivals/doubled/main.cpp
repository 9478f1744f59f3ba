// Makes of an image one with twice the debug information, or so many times: itself, and itself again a
// distance further on. Entries, line programs, ranges and symbols are there as often, every address and
// reference of a copy moved; strings and abbreviations are shared, as a linker merges them. Answers must be
// the same at all of them.
//
// usage: doubled FILE TO [TIMES]      prints the distance, and how many bytes of entries, lines and ranges
// there were
#include "dwarf.h"
#include "image.h"

int main(int count, char** words) {
  if (count != 3 && count != 4) fail("usage: doubled FILE TO [TIMES]");
  const auto times = unsigned(count == 4 ? std::strtoul(words[3], nullptr, 10) : 2);
  if (times < 1 || times > 1000) fail("TIMES is 1 to 1000");
  Image image = read_image(words[1]);
  static const char* const names[] = {".debug_info", ".debug_line", ".debug_ranges", ".debug_rnglists",
                                      ".debug_aranges"};
  std::uint64_t sizes[5];
  std::map<std::size_t, int> numbers;  // of the sections that are repeated, by what moves them
  for (int i = 0; i < 5; ++i) {
    sizes[i] = image.find(names[i]) ? std::uint64_t(image.named(names[i]).size()) : 0;
    if (sizes[i] != 0) numbers[image.find(names[i])] = i;
  }
  const std::uint64_t distance = repeat_code(image, times);
  for (const int i : {1, 2, 3})
    if (sizes[i] * times > UINT32_MAX) fail(std::string(names[i]) + " would be more than offsets can say");
  const auto moved = [&](std::size_t section, unsigned copy) {
    const Distances by{distance * copy, sizes[0] * copy, sizes[1] * copy, sizes[2] * copy, sizes[3] * copy};
    Bytes content = image.contents[section];
    switch (numbers.at(section)) {
      case 0: move_info(content, image.named(".debug_abbrev"), by); break;
      case 1: move_lines(content, by); break;
      case 2: move_ranges(content, by); break;
      case 3: move_lists(content, by); break;
      default: move_aranges(content, by);
    }
    return content;
  };
  change_build_id(image);
  write_image(image, words[2], [&](std::size_t i) { return numbers.count(i) ? times : 1; }, moved);
  std::printf("%llu %llu\n", static_cast<unsigned long long>(distance),
              static_cast<unsigned long long>(sizes[0] + sizes[1] + sizes[2] + sizes[3] + sizes[4]));
}
