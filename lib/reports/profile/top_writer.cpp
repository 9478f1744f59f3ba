// The functions of a profile as a table, those with the largest values of their own first.
#include <algorithm>
#include <array>
#include <cstdio>

#include "ground/print/visible.h"
#include "reports/profile/frame_names.h"
#include "reports/profile/sum.h"
#include "reports/profile/units.h"
#include "reports/profile/writers.h"

namespace symkit::profile {
namespace {

struct Row {
  std::uint32_t frame = 0;
  std::int64_t self = 0;
  std::int64_t total = 0;
  std::uint32_t line = 0;  // the line with the largest total
  std::int64_t of_line = 0;
};

// The values of each function, and of each of its lines: recursive calls are counted once.
class TopTable {
 public:
  TopTable(const Profile& profile, std::size_t type, Names names)
      : profile_(profile),
        functions_(profile, Lines::Together, names),
        places_(profile, Lines::Apart, names) {
    std::vector<std::int64_t> of_places(places_.all().size());
    self_.resize(functions_.all().size());
    total_.resize(functions_.all().size());
    std::vector<std::uint32_t> met;
    for (std::size_t i = 0; i < profile.sample_count(); ++i) {
      const std::int64_t value = profile.values(i)[type];
      add_to(sum_, value);
      add(functions_, profile.stack(i), value, total_, met);
      add(places_, profile.stack(i), value, of_places, met);
      if (!profile.stack(i).empty()) add_to(self_[functions_.of(profile.stack(i).front()).front()], value);
    }
    choose_lines(of_places);
  }

  std::int64_t sum() const { return sum_; }
  const FrameNames& functions() const { return functions_; }

  std::vector<Row> rows() const {
    std::vector<Row> rows;
    for (std::uint32_t i = 0; i < self_.size(); ++i)
      if (total_[i] != 0 || self_[i] != 0) rows.push_back({i, self_[i], total_[i], lines_[i].line, 0});
    std::ranges::stable_sort(rows, [&](const Row& one, const Row& other) {
      if (one.self != other.self) return one.self > other.self;
      if (one.total != other.total) return one.total > other.total;
      return functions_.all()[one.frame].name < functions_.all()[other.frame].name;
    });
    return rows;
  }

 private:
  static void add(const FrameNames& names, std::span<const std::uint32_t> stack, std::int64_t value,
                  std::vector<std::int64_t>& to, std::vector<std::uint32_t>& met) {
    names.of_stack(stack, met);
    std::ranges::sort(met);
    const auto twice = std::ranges::unique(met);
    met.erase(twice.begin(), twice.end());
    for (const std::uint32_t frame : met) add_to(to[frame], value);
  }

  // Locations have frames of both kinds, in the same order.
  void choose_lines(const std::vector<std::int64_t>& of_places) {
    lines_.resize(self_.size());
    for (std::uint32_t i = 0; i < profile_.locations.size(); ++i) {
      const auto functions = functions_.of(i), places = places_.of(i);
      for (std::size_t at = 0; at < functions.size(); ++at) {
        Row& best = lines_[functions[at]];
        const ShownFrame& place = places_.all()[places[at]];
        if (place.line == 0 || of_places[places[at]] <= best.of_line) continue;
        best.of_line = of_places[places[at]];
        best.line = place.line;
      }
    }
  }

  const Profile& profile_;
  FrameNames functions_;
  FrameNames places_;
  std::int64_t sum_ = 0;
  std::vector<std::int64_t> self_;
  std::vector<std::int64_t> total_;
  std::vector<Row> lines_;
};

std::string percent(std::int64_t part, std::int64_t whole) {
  std::array<char, 16> text{};
  const double share = whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
  std::snprintf(text.data(), text.size(), "%.1f%%", share);
  return text.data();
}

void append_column(std::string& out, std::string_view text, std::size_t width) {
  if (text.size() < width) out.append(width - text.size(), ' ');
  out += text;
}

}  // namespace

void write_top(const Profile& profile, std::size_t type, Names names, std::string& out) {
  const TopTable table(profile, type, names);
  const std::string_view unit = profile.texts[profile.types[type].unit];
  out += "      self  self%       total total%  function  file:line\n";
  for (const Row& row : table.rows()) {
    const ShownFrame& frame = table.functions().all()[row.frame];
    append_column(out, amount(row.self, unit), 10);
    append_column(out, percent(row.self, table.sum()), 7);
    append_column(out, amount(row.total, unit), 12);
    append_column(out, percent(row.total, table.sum()), 7);
    out += "  ";
    print::append_visible(out, frame.name);
    if (frame.file != 0) {
      out += "  ";
      print::append_visible(out, profile.texts[frame.file]);
      if (row.line != 0) out += ":" + std::to_string(row.line);
    }
    out += '\n';
  }
}

}  // namespace symkit::profile
