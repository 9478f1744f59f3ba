#include "logs/crashlog/image_list.h"

#include <algorithm>
#include <set>
#include <utility>

namespace symkit::crashlog {
namespace {

constexpr std::size_t few = 64;  // searched as fast as sorted

}  // namespace

void ImageList::add(ListedImage image) {
  const auto number = static_cast<std::uint32_t>(images_.size());
  images_.push_back(std::move(image));
  const ListedImage& added = images_.back();
  by_begin_.try_emplace(added.begin, number);
  AddressRun& named = by_name_.try_emplace(added.name, AddressRun{0, number, false, false}).first->second;
  named.is_ambiguous = named.is_ambiguous || images_[named.first].id != added.id;
  if (images_.size() - sorted_ > few) sort_newest();
}

// A level that is less than twice as large as the next is merged with it, so each image is sorted only a
// few times.
void ImageList::sort_newest() {
  Level newest;
  for (; sorted_ < images_.size(); ++sorted_) newest.images.push_back(static_cast<std::uint32_t>(sorted_));
  while (!levels_.empty() && levels_.back().images.size() < newest.images.size() * 2) {
    const std::vector<std::uint32_t>& last = levels_.back().images;
    newest.images.insert(newest.images.end(), last.begin(), last.end());
    levels_.pop_back();
  }
  newest.spans = spans_of(newest.images);
  levels_.push_back(std::move(newest));
}

std::vector<ImageList::AddressRun> ImageList::spans_of(const std::vector<std::uint32_t>& images) const {
  struct Edge {
    std::uint64_t address;
    std::uint32_t number;
    bool opens;
  };
  std::vector<Edge> edges;
  for (const std::uint32_t number : images) {
    if (images_[number].begin >= images_[number].end) continue;
    edges.push_back({images_[number].begin, number, true});
    edges.push_back({images_[number].end, number, false});
  }
  std::ranges::sort(edges, {}, &Edge::address);
  std::vector<AddressRun> spans;
  std::set<std::uint32_t> open;
  std::map<ImageId, std::size_t> ids;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const Edge& edge = edges[i];
    const ImageId& id = images_[edge.number].id;
    if (edge.opens) {
      open.insert(edge.number);
      ++ids[id];
    } else {
      open.erase(edge.number);
      if (--ids[id] == 0) ids.erase(id);
    }
    if (i + 1 < edges.size() && edges[i + 1].address == edge.address) continue;
    spans.push_back({edge.address, open.empty() ? 0 : *open.begin(), open.empty(), ids.size() > 1});
  }
  return spans;
}

const ListedImage* ImageList::at(std::uint64_t load_address) const {
  const auto found = by_begin_.find(load_address);
  return found == by_begin_.end() ? nullptr : &images_[found->second];
}

void ImageList::take(std::uint32_t number, Answer& answer) const {
  const ListedImage& image = images_[number];
  if (answer.image != nullptr && answer.image->id != image.id) answer.is_ambiguous = true;
  if (answer.image == nullptr || &image < answer.image) answer.image = &image;
}

ImageList::Answer ImageList::holding(std::uint64_t address) const {
  Answer answer;
  for (const Level& level : levels_) {
    const auto next = std::ranges::upper_bound(level.spans, address, {}, &AddressRun::begin);
    if (next == level.spans.begin() || std::prev(next)->is_empty) continue;
    answer.is_ambiguous = answer.is_ambiguous || std::prev(next)->is_ambiguous;
    take(std::prev(next)->first, answer);
  }
  for (std::size_t i = sorted_; i < images_.size(); ++i)
    if (address >= images_[i].begin && address < images_[i].end) take(static_cast<std::uint32_t>(i), answer);
  return answer;
}

ImageList::Answer ImageList::named(std::string_view name) const {
  const auto found = by_name_.find(name);
  if (found == by_name_.end()) return {};
  return {&images_[found->second.first], found->second.is_ambiguous};
}

}  // namespace symkit::crashlog
