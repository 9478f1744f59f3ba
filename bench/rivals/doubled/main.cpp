// Makes of an image one with twice the debug information: itself, and itself again a distance further on.
// Entries, line programs, ranges and symbols are there twice, every address and reference of the second copy
// moved; strings and abbreviations are shared, as a linker merges them. Answers must be the same at both.
//
// usage: doubled FILE TO      prints the distance, and how many bytes of entries, lines and ranges there were
// were
#include "dwarf.h"
#include "image.h"

int main(int count, char** words) {
  if (count != 3) fail("usage: doubled FILE TO");
  Image image = read_image(words[1]);
  static const char* const names[] = {".debug_info", ".debug_line", ".debug_ranges", ".debug_rnglists",
                                      ".debug_aranges"};
  const auto size_of = [&](const char* name) {
    return image.find(name) ? std::uint64_t(image.named(name).size()) : 0;
  };
  const Distances by{double_code(image), size_of(names[0]), size_of(names[1]), size_of(names[2]),
                     size_of(names[3])};
  std::uint64_t before = 0;
  for (const char* const name : names) {
    if (image.find(name) == 0) continue;
    Bytes copy = image.named(name);
    before += copy.size();
    if (name == names[0]) move_info(copy, image.named(".debug_abbrev"), by);
    if (name == names[1]) move_lines(copy, by);
    if (name == names[2]) move_ranges(copy, by);
    if (name == names[3]) move_lists(copy, by);
    if (name == names[4]) move_aranges(copy, by);
    image.named(name).insert(image.named(name).end(), copy.begin(), copy.end());
  }
  change_build_id(image);
  write_image(image, words[2]);
  std::printf("%llu %llu\n", static_cast<unsigned long long>(by.address),
              static_cast<unsigned long long>(before));
}
