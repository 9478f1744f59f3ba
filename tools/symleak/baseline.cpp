#include "symleak/baseline.h"

#include <string_view>

#include "ground/base/each_line.h"
#include "ground/base/whole_number.h"
#include "ground/base/words.h"
#include "ground/io/atomic_file.h"
#include "ground/print/visible.h"
#include "symleak/file_text.h"

namespace symkit::symleak {
namespace {

constexpr std::string_view baseline_head =
    "# Known leaks: bytes, blocks and the stack, innermost first. symleak check --write-baseline "
    "writes it\n";

std::uint64_t bytes_left(const Site& site, bool is_judged) {
  return (is_judged ? site.unreached.bytes() : site.tally.live_bytes).rounded();
}
std::uint64_t blocks_left(const Site& site, bool is_judged) {
  return (is_judged ? site.unreached.blocks() : site.tally.live).rounded();
}

bool take_number(std::string_view& line, std::uint64_t& number) {
  const auto taken = symkit::take_number<std::uint64_t>(line);
  if (!taken || !line.starts_with('\t')) return false;
  number = *taken;
  line.remove_prefix(1);
  return true;
}

// A single line, whatever characters are in the names.
std::string line_of(const Site& site, const NamedStacks& names) {
  return print::visible(key_of(site, names));
}

}  // namespace

Result<Baseline> Baseline::read(const std::string& path) {
  const auto text = file_text(path);
  if (!text) return fail(text.error());
  Baseline baseline;
  Result<void> sound;
  std::size_t number = 0;
  each_line(*text, [&](std::string_view line) {
    ++number;
    line = trimmed(line);
    if (line.empty() || line.starts_with('#')) return;
    Known known;
    if (take_number(line, known.bytes) && take_number(line, known.blocks)) {
      baseline.places_[std::string(line)].add(known);
    } else if (sound) {
      sound = fail(say(path, ":", number,
                       ": is not a line of a baseline: bytes, blocks and a stack, separated by tabs "
                       "(symleak check --write-baseline writes them)"));
    }
  });
  if (!sound) return fail(sound.error());
  return baseline;
}

Baseline Baseline::of(const std::vector<Site>& sites, const NamedStacks& names, bool is_judged) {
  Baseline baseline;
  for (const Site& site : sites) {
    if (blocks_left(site, is_judged) == 0) continue;
    baseline.places_[line_of(site, names)].add({bytes_left(site, is_judged), blocks_left(site, is_judged)});
  }
  return baseline;
}

void Baseline::add(const Baseline& more) {
  for (const auto& [place, known] : more.places_) places_[place].add(known);
}

Result<void> Baseline::write(const std::string& path) const {
  std::string text(baseline_head);
  for (const auto& [place, known] : places_) text += say(known.bytes, "\t", known.blocks, "\t", place, "\n");
  const Bytes bytes = as_bytes(text);
  return io::write_atomically(path, std::span(&bytes, 1));
}

bool Baseline::covers(const Baseline& now, const Site& site, const NamedStacks& names) const {
  const std::string line = line_of(site, names);
  const auto then = places_.find(line);
  const auto there = now.places_.find(line);
  return then != places_.end() && there != now.places_.end() && there->second.bytes <= then->second.bytes &&
         there->second.blocks <= then->second.blocks;
}

}  // namespace symkit::symleak
