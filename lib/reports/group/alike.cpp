#include "reports/group/alike.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace symkit::group {
namespace {

constexpr std::size_t most_aligned = Outline::most_frames;
constexpr std::size_t looked_up_by = 4;  // frames, of which a candidate shares at least one
constexpr std::size_t most_that_share =
    2000;  // crashes with one frame, each of which is compared with each other
constexpr std::size_t most_compared = 64;  // members of a cluster that a new one is compared with
constexpr std::size_t most_partners = 64;  // of one crash: the most similar
constexpr double enough_to_join = 0.6;
constexpr double enough_for_all = 0.45;
constexpr double for_depth = 0.15;
constexpr double for_shift = 0.25;
constexpr double other_kind = 0.8;
constexpr double other_message = 0.5;

struct Profile {
  const Outline* outline = nullptr;
  std::vector<std::uint32_t> frames = {};
  double itself = 0;
};

class Profiles {
 public:
  explicit Profiles(std::span<const Compared> compared) {
    for (const Compared& one : compared) add(*one.outline);
    for (const std::uint32_t with : crashes_with_)
      rarity_.push_back(std::log(1 + static_cast<double>(all_.size()) / static_cast<double>(with)));
    for (std::size_t depth = 0; depth < most_aligned; ++depth)
      for (std::size_t shift = 0; shift < most_aligned; ++shift)
        weights_.at(depth).at(shift) =
            std::exp(-for_depth * static_cast<double>(depth) - for_shift * static_cast<double>(shift));
    for (Profile& profile : all_) profile.itself = aligned(profile, profile);
  }

  double similarity(std::size_t a, std::size_t b) const {
    const Profile &left = all_[a], &right = all_[b];
    if (left.itself == 0 || right.itself == 0) return 0;
    double alike = aligned(left, right) / std::sqrt(left.itself * right.itself);
    if (left.outline->kind != right.outline->kind) alike *= other_kind;
    if (left.outline->message != right.outline->message) alike *= other_message;
    return alike;
  }

  const std::vector<Profile>& all() const { return all_; }
  const std::string& id(std::size_t i) const { return all_[i].outline->id; }

 private:
  void add(const Outline& outline) {
    Profile profile{.outline = &outline};
    for (const std::string& frame : outline.frames) profile.frames.push_back(number_of(frame));
    auto distinct = profile.frames;
    std::ranges::sort(distinct);
    const auto [end, last] = std::ranges::unique(distinct);
    for (auto at = distinct.begin(); at != end; ++at) ++crashes_with_[*at];
    all_.push_back(std::move(profile));
  }

  std::uint32_t number_of(std::string_view key) {
    const auto [at, is_new] = numbers_.try_emplace(key, static_cast<std::uint32_t>(numbers_.size()));
    if (is_new) crashes_with_.push_back(0);
    return at->second;
  }

  // The best sum of the weights of equal frames that occur in the same order in both.
  double aligned(const Profile& a, const Profile& b) const {
    std::array<std::array<double, most_aligned + 1>, most_aligned + 1> best{};
    for (std::size_t i = 0; i < a.frames.size(); ++i)
      for (std::size_t j = 0; j < b.frames.size(); ++j) {
        double here = std::max(best[i][j + 1], best[i + 1][j]);
        if (a.frames[i] == b.frames[j]) {
          const std::size_t depth = std::min(i, j), shift = std::max(i, j) - depth;
          here = std::max(here, best[i][j] + rarity_[a.frames[i]] * weights_[depth][shift]);
        }
        best[i + 1][j + 1] = here;
      }
    return best[a.frames.size()][b.frames.size()];
  }

  std::vector<Profile> all_;
  std::unordered_map<std::string_view, std::uint32_t> numbers_;
  std::vector<std::uint32_t> crashes_with_;  // by frame
  std::vector<double> rarity_;
  std::array<std::array<double, most_aligned>, most_aligned> weights_ = {};  // by depth and shift
};

struct Pair {
  double alike = 0;
  std::size_t a = 0;  // the smaller one
  std::size_t b = 0;

  bool operator==(const Pair&) const = default;
};

// Pairs that are similar enough. Memory grows with the pairs found, not with those compared.
class Pairs {
 public:
  Pairs(std::span<const Compared> compared, const Profiles& profiles)
      : compared_(compared), profiles_(profiles), asked_by_(compared.size(), compared.size()) {
    for (std::size_t i = 0; i < compared.size(); ++i)
      for (const std::uint32_t frame : looked_up(i))
        if (auto& list = with_[frame]; list.empty() || list.back() != i) list.push_back(i);
  }

  // The most similar first; equal ones by their ids, not by the order in which they came.
  std::vector<Pair> all() {
    for (std::size_t i = 0; i < compared_.size(); ++i)
      if (compared_[i].family == Compared::no_family) add_partners(i);
    std::ranges::sort(pairs_, [&](const Pair& x, const Pair& y) {
      const auto [x1, x2] = std::minmax(profiles_.id(x.a), profiles_.id(x.b));
      const auto [y1, y2] = std::minmax(profiles_.id(y.a), profiles_.id(y.b));
      return std::tie(y.alike, x1, x2) < std::tie(x.alike, y1, y2);
    });
    const auto [end, last] = std::ranges::unique(pairs_);
    pairs_.erase(end, last);
    return std::move(pairs_);
  }

 private:
  std::span<const std::uint32_t> looked_up(std::size_t i) const {
    const auto& frames = profiles_.all()[i].frames;
    return std::span(frames).first(std::min(looked_up_by, frames.size()));
  }

  void add_partners(std::size_t i) {
    partners_.clear();
    asked_by_[i] = i;
    for (const std::uint32_t frame : looked_up(i)) {
      const auto& list = with_[frame];
      if (list.size() > most_that_share) continue;
      for (const std::size_t other : list) {
        if (std::exchange(asked_by_[other], i) == i) continue;
        // In a fixed order, so that the result is the same for (i, other) and (other, i).
        const auto [a, b] = std::minmax(i, other);
        if (const double alike = profiles_.similarity(a, b); alike >= enough_to_join)
          partners_.push_back({alike, a, b});
      }
    }
    const auto other = [&](const Pair& pair) { return pair.a == i ? pair.b : pair.a; };
    if (partners_.size() > most_partners) {
      std::ranges::nth_element(
          partners_, partners_.begin() + most_partners, [&](const Pair& x, const Pair& y) {
            return std::tie(y.alike, profiles_.id(other(x))) < std::tie(x.alike, profiles_.id(other(y)));
          });
      partners_.resize(most_partners);
    }
    pairs_.insert(pairs_.end(), partners_.begin(), partners_.end());
  }

  std::span<const Compared> compared_;
  const Profiles& profiles_;
  std::unordered_map<std::uint32_t, std::vector<std::size_t>> with_;  // by frame
  std::vector<std::size_t> asked_by_;  // the crash that was last compared with each
  std::vector<Pair> partners_;
  std::vector<Pair> pairs_;
};

class Clusters {
 public:
  Clusters(std::span<const Compared> compared, const Profiles& profiles)
      : profiles_(profiles), of_(compared.size()), members_(compared.size()), families_(compared.size()) {
    std::unordered_map<std::size_t, std::size_t> cluster_of;
    for (std::size_t i = 0; i < compared.size(); ++i) {
      const std::size_t family = compared[i].family;
      families_[i] = family;
      of_[i] = family == Compared::no_family ? i : cluster_of.try_emplace(family, i).first->second;
      members_[of_[i]].push_back(i);
    }
  }

  void join(const Pair& pair) {
    std::size_t a = of_[pair.a], b = of_[pair.b];
    if (a == b || !all_alike(members_[a], members_[b])) return;
    const bool has_a = families_[a] != Compared::no_family, has_b = families_[b] != Compared::no_family;
    if (has_a && has_b) return;
    if (has_b || (!has_a && members_[a].size() < members_[b].size())) std::swap(a, b);
    for (const std::size_t member : members_[b]) of_[member] = a;
    members_[a].insert(members_[a].end(), members_[b].begin(), members_[b].end());
    members_[b].clear();
  }

  std::vector<std::vector<std::size_t>> all() {
    std::erase_if(members_, [](const auto& members) { return members.empty(); });
    return std::move(members_);
  }

 private:
  bool all_alike(const std::vector<std::size_t>& a, const std::vector<std::size_t>& b) const {
    for (std::size_t i = 0; i < std::min(most_compared, a.size()); ++i)
      for (std::size_t j = 0; j < std::min(most_compared, b.size()); ++j)
        if (profiles_.similarity(a[i], b[j]) < enough_for_all) return false;
    return true;
  }

  const Profiles& profiles_;
  std::vector<std::size_t> of_;
  std::vector<std::vector<std::size_t>> members_;
  std::vector<std::size_t> families_;  // by cluster
};

}  // namespace

std::vector<std::vector<std::size_t>> alike(std::span<const Compared> all) {
  const Profiles profiles(all);
  Clusters clusters(all, profiles);
  for (const Pair& pair : Pairs(all, profiles).all()) clusters.join(pair);
  return clusters.all();
}

}  // namespace symkit::group
