#include "symprep/statistics.h"

#include <algorithm>
#include <cstdio>
#include <numeric>

#include "answers/retrace/class_sizes.h"
#include "answers/sourcemap/source_sizes.h"
#include "ground/base/words.h"
#include "ground/io/beginning.h"
#include "ground/print/json.h"
#include "ground/print/visible.h"
#include "symprep/section_words.h"

namespace symkit::symprep {
namespace {

constexpr std::size_t most_shares_told = 12;

std::uint64_t sum_of(std::span<const index::Share> shares) {
  return std::accumulate(shares.begin(), shares.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const index::Share& share) { return sum + share.bytes; });
}

Result<std::vector<index::Breakdown>> breakdowns_of(const index::Envelope& envelope, Bytes file,
                                                    const index::UnitRanges* units) {
  switch (envelope.kind()) {
    case index::Kind::Native: {
      const auto native = index::NativeIndex::open(file);
      if (!native) return fail(native.error());
      return index::blocks_shared_out(*native, units);
    }
    case index::Kind::Mapping: return retrace::bodies_shared_out(envelope);
    case index::Kind::SourceMap: return sourcemap::contents_shared_out(envelope);
    case index::Kind::Manifest:
    case index::Kind::Unwind: break;
  }
  return std::vector<index::Breakdown>();
}

std::string letters_of(std::uint32_t tag) {
  std::string letters;
  for (unsigned shift = 0; shift < 32; shift += 8) letters += static_cast<char>(tag >> shift & 0xff);
  return print::visible(letters);
}

// The parts of an index besides sections.
constexpr std::string_view rest_words = "header, table of sections, padding";

struct Facts {
  std::string path;
  index::Kind kind{};
  std::string id;
  std::uint64_t bytes = 0;
  std::uint64_t rest = 0;
  std::vector<index::SectionBytes> sections = {};  // the largest first
  std::vector<index::Breakdown> breakdowns = {};
};

void append_row(std::string& out, std::uint64_t bytes, std::uint64_t of, const std::string& what) {
  char numbers[48];
  const double percent = of == 0 ? 0 : 100.0 * static_cast<double>(bytes) / static_cast<double>(of);
  std::snprintf(numbers, sizeof numbers, "%14llu %5.1f %%  ", static_cast<unsigned long long>(bytes),
                percent);
  out += say(numbers, what, '\n');
}

void append_text(std::string& out, const Facts& facts) {
  const std::string id = facts.id.empty() ? "-" : facts.id;
  out += say(print::visible(facts.path), ": ", index::name_of(facts.kind), ", ", id, ", ", facts.bytes,
             " bytes\n");
  for (const index::SectionBytes& section : facts.sections)
    append_row(out, section.bytes, facts.bytes,
               say(letters_of(section.tag), "  ", words_for(facts.kind, section.tag)));
  append_row(out, facts.rest, facts.bytes, say("      ", rest_words));
  for (const index::Breakdown& breakdown : facts.breakdowns) {
    const std::span<const index::Share> shares = breakdown.shares;
    if (shares.empty()) continue;
    const std::uint64_t all = sum_of(shares);
    out += say(letters_of(breakdown.section), " by ", breakdown.by, ":\n");
    const std::size_t told = shares.size() <= most_shares_told + 1 ? shares.size() : most_shares_told;
    for (const index::Share& share : shares.first(told))
      append_row(out, share.bytes, all,
                 share.name.empty() ? say("(no ", breakdown.by, ')') : print::visible(share.name));
    if (const auto more = shares.subspan(told); !more.empty())
      append_row(out, sum_of(more), all, say("and ", more.size(), " more"));
  }
}

void append_json(std::string& out, const Facts& facts) {
  print::JsonWriter json(out);
  json.begin_object();
  json.member("path", facts.path);
  json.member("kind", index::name_of(facts.kind));
  json.member("id", facts.id);
  json.member("bytes", facts.bytes);
  json.begin_array("sections");
  const auto section = [&](const std::string& name, std::string_view holds, std::uint64_t bytes) {
    json.begin_object();
    json.member("name", name);
    json.member("holds", holds);
    json.member("bytes", bytes);
    json.end_object();
  };
  for (const index::SectionBytes& one : facts.sections)
    section(letters_of(one.tag), words_for(facts.kind, one.tag), one.bytes);
  section("", rest_words, facts.rest);
  json.end_array();
  json.objects("shares", facts.breakdowns, [&](const index::Breakdown& breakdown) {
    json.member("section", letters_of(breakdown.section));
    json.member("by", breakdown.by);
    json.begin_array("parts");
    for (const index::Share& share : breakdown.shares) {
      json.begin_object();
      json.member("name", share.name);
      json.member("bytes", share.bytes);
      json.end_object();
    }
    json.end_array();
  });
  json.end_object();
  out += '\n';
}

}  // namespace

Result<void> append_statistics(Bytes index, const std::string& path, const index::UnitRanges* units,
                               Format format, std::string& out) {
  const auto envelope = index::Envelope::open(index);
  if (!envelope) return fail(envelope.error());
  auto breakdowns = breakdowns_of(*envelope, index, units);
  if (!breakdowns) return fail(breakdowns.error());
  Facts facts{.path = path, .kind = envelope->kind(), .id = envelope->id().hex(), .bytes = index.size()};
  facts.sections = index::section_bytes(*envelope);
  facts.breakdowns = std::move(*breakdowns);
  facts.rest = facts.bytes;
  for (const index::SectionBytes& section : facts.sections) facts.rest -= section.bytes;
  std::ranges::stable_sort(facts.sections, std::greater{}, &index::SectionBytes::bytes);
  if (format == Format::Json) {
    append_json(out, facts);
  } else {
    append_text(out, facts);
  }
  return {};
}

bool is_index(const std::string& path) {
  io::Beginning beginning(path);
  return index::looks_like_index(beginning.bytes());
}

}  // namespace symkit::symprep
