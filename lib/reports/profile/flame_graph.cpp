// A flame graph as one SVG: a box's description is its title, which browsers show under the pointer. Its
// script zooms and searches; it uses no network, and without it the picture is complete. Boxes narrower
// than a hair are omitted.
#include <algorithm>
#include <array>
#include <cstdio>
#include <unordered_map>

#include "ground/base/markup.h"
#include "ground/base/words.h"
#include "ground/print/visible.h"
#include "reports/profile/frame_names.h"
#include "reports/profile/sum.h"
#include "reports/profile/units.h"
#include "reports/profile/writers.h"

namespace symkit::profile {
namespace {

constexpr double width = 1200, margin = 10, row_height = 16, narrowest = 0.1, character = 7;
constexpr std::size_t deepest = 2'000;

// A click zooms to a box: the boxes below it then have the full width. Ctrl-F or / asks for a regular
// expression.
constexpr std::string_view script = R"js(<script><![CDATA[
(() => {
  const svg = document.documentElement, get = (id) => svg.querySelector('#' + id);
  const details = get('details'), reset = get('reset'), search = get('search'), matched = get('matched');
  const number = (box, name) => +box.getAttribute(name);
  const boxes = [...svg.querySelectorAll('g')].map((g) => {
    const title = g.querySelector('title').textContent, box = g.querySelector('rect');
    return { g, box, text: g.querySelector('text'), title, name: title.slice(0, title.lastIndexOf(' (')),
      x: number(box, 'x'), width: number(box, 'width'), y: number(box, 'y'), fill: box.getAttribute('fill') };
  });
  const all = boxes[0], hair = 0.35;
  const show = (one, x, width) => {
    one.g.style.display = width > 0.1 ? '' : 'none';
    one.box.setAttribute('x', x);
    one.box.setAttribute('width', Math.max(0.1, width));
    if (!one.text) {
      if (width < 30) return;
      one.text = document.createElementNS(svg.namespaceURI, 'text');
      one.text.setAttribute('y', one.y + 11);
      one.g.append(one.text);
    }
    const fits = Math.floor((width - 6) / 7), letters = [...one.name];
    one.text.setAttribute('x', x + 3);
    one.text.textContent = fits >= letters.length ? one.name : fits < 3 ? '' : letters.slice(0, fits).join('') + '…';
  };
  const zoom = (to) => {
    const scale = all.width / to.width;
    for (const one of boxes) {
      const is_below = one.y >= to.y && one.x <= to.x + hair && one.x + one.width >= to.x + to.width - hair;
      const is_above = one.y <= to.y && one.x >= to.x - hair && one.x + one.width <= to.x + to.width + hair;
      if (is_above) show(one, all.x + Math.max(0, one.x - to.x) * scale, one.width * scale);
      else if (is_below) show(one, all.x, all.width);
      else one.g.style.display = 'none';
      one.g.style.opacity = is_below && one !== to && !is_above ? 0.5 : '';
    }
    reset.style.display = to === all ? 'none' : '';
  };
  const find = (wanted) => {
    let pattern = null;
    try {
      pattern = wanted ? new RegExp(wanted, 'i') : null;
    } catch {
      matched.textContent = 'no regular expression';
      return;
    }
    const ranges = [];
    for (const one of boxes) {
      const is_found = pattern !== null && one !== all && pattern.test(one.name);
      one.box.setAttribute('fill', is_found ? '#d040d0' : one.fill);
      if (is_found) ranges.push([one.x, one.x + one.width + 0.3]);
    }
    // Boxes that stand on one another count once.
    let sum = 0, end = 0;
    for (const [from, to] of ranges.sort((one, other) => one[0] - other[0])) {
      sum += Math.max(0, to - Math.max(from, end));
      end = Math.max(end, to);
    }
    matched.textContent = pattern ? 'Matched: ' + Math.min(100, 100 * sum / (all.width + 0.3)).toFixed(1) + '%' : '';
    search.textContent = pattern ? 'Reset Search' : 'Search';
  };
  const ask = () => {
    if (search.textContent !== 'Search') return find('');
    const wanted = prompt('Functions to mark, as a regular expression:', '');
    if (wanted !== null) find(wanted);
  };
  svg.addEventListener('click', (event) => {
    const hit = boxes.find((one) => one.g.contains(event.target));
    if (hit) zoom(hit);
    if (event.target === reset) zoom(all);
    if (event.target === search) ask();
  });
  svg.addEventListener('mouseover', (event) => {
    details.textContent = boxes.find((one) => one.g.contains(event.target))?.title ?? '';
  });
  window.addEventListener('keydown', (event) => {
    const is_search = event.key === '/' || ((event.ctrlKey || event.metaKey) && event.key === 'f');
    if (is_search) event.preventDefault(), ask();
    if (event.key === 'Escape') find(''), zoom(all);
  });
  search.style.display = '';
})();
]]></script>
)js";

struct Box {
  std::uint32_t frame = none;
  std::uint32_t depth = 0;
  std::int64_t value = 0;
  std::vector<std::uint32_t> above = {};
};

// The boxes as a tree; the first contains everything. Built without recursion: stacks may be very deep.
class FlameTree {
 public:
  FlameTree(const Profile& profile, const FrameNames& names, std::size_t type) : boxes_(1) {
    std::vector<std::uint32_t> frames;
    for (std::size_t i = 0; i < profile.sample_count(); ++i) {
      const std::int64_t value = profile.values(i)[type];
      if (value <= 0) continue;
      names.of_stack(profile.stack(i), frames);
      add_to(boxes_[0].value, value);
      std::uint32_t at = 0;
      for (std::size_t depth = 0; depth < std::min(frames.size(), deepest); ++depth)
        add_to(boxes_[at = above(at, frames[depth])].value, value);
    }
    for (Box& box : boxes_)
      std::ranges::sort(box.above, [&](std::uint32_t one, std::uint32_t other) {
        return names.all()[boxes_[one].frame].name < names.all()[boxes_[other].frame].name;
      });
  }

  const std::vector<Box>& boxes() const { return boxes_; }
  std::uint32_t depth() const { return depth_; }

 private:
  std::uint32_t above(std::uint32_t below, std::uint32_t frame) {
    const std::uint64_t key = std::uint64_t{below} << 32 | frame;
    const auto [place, is_new] = children_.try_emplace(key, static_cast<std::uint32_t>(boxes_.size()));
    if (is_new) {
      const std::uint32_t depth = boxes_[below].depth + 1;
      depth_ = std::max(depth_, depth);
      boxes_.push_back({frame, depth, 0});
      boxes_[below].above.push_back(place->second);
    }
    return place->second;
  }

  std::vector<Box> boxes_;
  std::unordered_map<std::uint64_t, std::uint32_t> children_;
  std::uint32_t depth_ = 0;
};

std::string decimal(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.1f", value);
  return text.data();
}

// A warm colour, the same for a name wherever it occurs.
std::string colour_of(std::string_view name) {
  std::uint32_t hash = 2166136261;
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619;
  return say("rgb(", 205 + hash % 50, ",", 80 + hash / 50 % 150, ",", hash / 7500 % 55, ")");
}

// The part of a name that fits, without cutting a UTF-8 character.
std::string_view cut(std::string_view name, double room) {
  auto fits = static_cast<std::size_t>(std::max(0.0, (room - 6) / character));
  if (fits >= name.size()) return name;
  if (fits < 3) return {};
  while (fits != 0 && (static_cast<unsigned char>(name[fits]) & 0xc0) == 0x80) --fits;
  return name.substr(0, fits);
}

class FlamePicture {
 public:
  FlamePicture(const Profile& profile, std::size_t type, const FrameNames& names, const FlameTree& tree,
               std::string& out)
      : names_(names), tree_(tree), unit_(profile.texts[profile.types[type].unit]), out_(out) {}

  void write(std::string_view title) {
    const double height = (tree_.depth() + 4) * row_height + 2 * margin;
    bottom_ = height - margin - row_height;
    out_ += say(R"(<svg xmlns="http://www.w3.org/2000/svg" version="1.1" width=")", decimal(width),
                R"(" height=")", decimal(height), R"(" viewBox="0 0 )", decimal(width), " ", decimal(height),
                R"(" font-family="monospace" font-size="11">)",
                "\n<rect width=\"100%\" height=\"100%\" fill=\"#fffef8\"/>\n<text x=\"", decimal(width / 2),
                R"(" y="22" font-size="15" text-anchor="middle">)");
    append_content(out_, print::visible(title));
    out_ += "</text>\n";
    write_boxes();
    write_controls(height);
    out_ += script;
    out_ += "</svg>\n";
  }

 private:
  struct Open {
    std::uint32_t box;
    double left;
  };

  // Controls that need the script are hidden until it runs.
  void write_controls(double height) {
    const auto control = [&](std::string_view id, double x, double y, std::string_view more,
                             std::string_view text) {
      out_ += say("<text id=\"", id, "\" x=\"", decimal(x), "\" y=\"", decimal(y), "\" ", more, ">", text,
                  "</text>\n");
    };
    constexpr std::string_view hidden = "cursor=\"pointer\" style=\"display:none\"";
    control("details", margin, height - margin, "", "");
    control("reset", margin, 22, hidden, "Reset Zoom");
    control("search", width - margin - 90, 22, hidden, "Search");
    control("matched", width - margin - 130, height - margin, "", "");
  }

  void write_boxes() {
    const double scale =
        tree_.boxes()[0].value == 0 ? 0 : (width - 2 * margin) / static_cast<double>(tree_.boxes()[0].value);
    std::vector<Open> open{{0, margin}};
    while (!open.empty()) {
      const Open at = open.back();
      open.pop_back();
      const Box& box = tree_.boxes()[at.box];
      const double its_width = static_cast<double>(box.value) * scale;
      if (its_width < narrowest) continue;
      write_box(box, at.left, its_width);
      double left = at.left;
      for (const std::uint32_t above : box.above) {
        open.push_back({above, left});
        left += static_cast<double>(tree_.boxes()[above].value) * scale;
      }
    }
  }

  void write_box(const Box& box, double left, double its_width) {
    const std::string_view name = box.frame == none ? "all" : std::string_view(names_.all()[box.frame].name);
    const double top = bottom_ - box.depth * row_height;
    const double share = 100.0 * static_cast<double>(box.value) / static_cast<double>(tree_.boxes()[0].value);
    out_ += "<g><title>";
    append_content(out_, print::visible(name));
    out_ += say(" (", amount(box.value, unit_), ", ", decimal(share), "%)</title><rect x=\"", decimal(left),
                "\" y=\"", decimal(top), "\" width=\"", decimal(std::max(its_width - 0.3, narrowest)),
                "\" height=\"", decimal(row_height - 1), "\" rx=\"1\" fill=\"", colour_of(name), "\"/>");
    const std::string_view shown = cut(name, its_width);
    if (!shown.empty()) {
      out_ += say("<text x=\"", decimal(left + 3), "\" y=\"", decimal(top + 11), "\">");
      append_content(out_, print::visible(shown));
      out_ += shown.size() < name.size() ? "…</text>" : "</text>";
    }
    out_ += "</g>\n";
  }

  const FrameNames& names_;
  const FlameTree& tree_;
  std::string_view unit_;
  std::string& out_;
  double bottom_ = 0;
};

}  // namespace

void write_flame_graph(const Profile& profile, std::size_t type, std::string_view title, std::string& out) {
  const FrameNames names(profile, Lines::Together);
  const FlameTree tree(profile, names, type);
  FlamePicture(profile, type, names, tree, out).write(title);
}

}  // namespace symkit::profile
