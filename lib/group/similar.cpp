#include "group/similar.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace symkit::group {
namespace {

constexpr std::size_t most_aligned = 8;  // frames of a stack
constexpr std::size_t looked_up_by = 4;  // of these a candidate shares at least one
constexpr std::size_t most_that_share =
    2000;                                  // groups with one frame of which each is held against each other
constexpr std::size_t most_compared = 64;  // members of a cluster that a new one is held against
constexpr double enough_to_join = 0.6;
constexpr double enough_for_all = 0.45;
constexpr double for_depth = 0.15;
constexpr double for_shift = 0.25;
constexpr double other_kind = 0.8;
constexpr double other_message = 0.5;

struct Profile {
  const Group* group = nullptr;
  std::vector<std::uint32_t> frames = {};
  std::string_view message = {};
  double itself = 0;
};

class Profiles {
 public:
  void add(const Group& group, const Signature& signature) {
    Profile profile{.group = &group};
    for (const TellingFrame& frame : signature.frames) {
      if (frame.is_message) {
        profile.message = frame.key;
      } else if (profile.frames.size() < most_aligned) {
        profile.frames.push_back(number_of(frame.key));
      }
    }
    auto distinct = profile.frames;
    std::ranges::sort(distinct);
    const auto [end, last] = std::ranges::unique(distinct);
    for (auto at = distinct.begin(); at != end; ++at) ++groups_with_[*at];
    all_.push_back(std::move(profile));
  }

  void weigh() {
    for (const std::uint32_t with : groups_with_)
      rarity_.push_back(std::log(1 + static_cast<double>(all_.size()) / static_cast<double>(with)));
    for (Profile& profile : all_) profile.itself = aligned(profile, profile);
  }

  double similarity(std::size_t a, std::size_t b) const {
    const Profile &left = all_[a], &right = all_[b];
    if (left.itself == 0 || right.itself == 0) return 0;
    double alike = aligned(left, right) / std::sqrt(left.itself * right.itself);
    if (left.group->signature.kind != right.group->signature.kind) alike *= other_kind;
    if (left.message != right.message) alike *= other_message;
    return alike;
  }

  const std::vector<Profile>& all() const { return all_; }

 private:
  std::uint32_t number_of(const std::string& key) {
    const auto [at, is_new] = numbers_.try_emplace(key, static_cast<std::uint32_t>(numbers_.size()));
    if (is_new) groups_with_.push_back(0);
    return at->second;
  }

  // The best sum of the weights of equal frames that stand in the same order in both.
  double aligned(const Profile& a, const Profile& b) const {
    std::array<std::array<double, most_aligned + 1>, most_aligned + 1> best{};
    for (std::size_t i = 0; i < a.frames.size(); ++i)
      for (std::size_t j = 0; j < b.frames.size(); ++j) {
        double here = std::max(best[i][j + 1], best[i + 1][j]);
        if (a.frames[i] == b.frames[j]) {
          const double depth = static_cast<double>(std::min(i, j));
          const double shift = static_cast<double>(std::max(i, j)) - depth;
          here = std::max(
              here, best[i][j] + rarity_[a.frames[i]] * std::exp(-for_depth * depth - for_shift * shift));
        }
        best[i + 1][j + 1] = here;
      }
    return best[a.frames.size()][b.frames.size()];
  }

  std::vector<Profile> all_;
  std::unordered_map<std::string, std::uint32_t> numbers_;
  std::vector<std::uint32_t> groups_with_;  // by frame
  std::vector<double> rarity_;
};

struct Pair {
  double alike = 0;
  std::size_t a = 0;
  std::size_t b = 0;
};

// Pairs that are alike enough, the most alike first; of equal ones by their ids, not by when they came.
std::vector<Pair> pairs_of(const Profiles& profiles) {
  std::unordered_map<std::uint32_t, std::vector<std::size_t>> with;
  for (std::size_t i = 0; i < profiles.all().size(); ++i) {
    const auto& frames = profiles.all()[i].frames;
    for (std::size_t k = 0; k < std::min(looked_up_by, frames.size()); ++k)
      if (auto& list = with[frames[k]]; list.empty() || list.back() != i) list.push_back(i);
  }
  std::vector<std::pair<std::size_t, std::size_t>> candidates;
  for (const auto& [frame, list] : with) {
    if (list.size() > most_that_share) continue;
    for (std::size_t i = 0; i < list.size(); ++i)
      for (std::size_t j = i + 1; j < list.size(); ++j) candidates.emplace_back(list[i], list[j]);
  }
  std::ranges::sort(candidates);
  const auto [end, last] = std::ranges::unique(candidates);
  std::vector<Pair> pairs;
  for (auto at = candidates.begin(); at != end; ++at)
    if (const double alike = profiles.similarity(at->first, at->second); alike >= enough_to_join)
      pairs.push_back({alike, at->first, at->second});
  const auto id = [&](std::size_t i) -> const std::string& { return profiles.all()[i].group->signature.id; };
  std::ranges::sort(pairs, [&](const Pair& x, const Pair& y) {
    const auto [x1, x2] = std::minmax(id(x.a), id(x.b));
    const auto [y1, y2] = std::minmax(id(y.a), id(y.b));
    return std::tie(y.alike, x1, x2) < std::tie(x.alike, y1, y2);
  });
  return pairs;
}

class Clusters {
 public:
  explicit Clusters(const Profiles& profiles)
      : profiles_(profiles), of_(profiles.all().size()), members_(of_.size()) {
    std::iota(of_.begin(), of_.end(), 0);
    for (std::size_t i = 0; i < members_.size(); ++i) members_[i] = {i};
  }

  void join(const Pair& pair) {
    std::size_t a = of_[pair.a], b = of_[pair.b];
    if (a == b || !all_alike(members_[a], members_[b])) return;
    if (members_[a].size() < members_[b].size()) std::swap(a, b);
    for (const std::size_t member : members_[b]) of_[member] = a;
    members_[a].insert(members_[a].end(), members_[b].begin(), members_[b].end());
    members_[b].clear();
  }

  std::vector<Cluster> all() const {
    std::vector<Cluster> clusters;
    for (const auto& members : members_) {
      if (members.empty()) continue;
      Cluster cluster;
      for (const std::size_t member : members) {
        cluster.members.push_back(profiles_.all()[member].group);
        cluster.count += cluster.members.back()->count;
      }
      std::ranges::sort(cluster.members, [](const Group* a, const Group* b) {
        return std::tie(b->count, a->signature.id) < std::tie(a->count, b->signature.id);
      });
      clusters.push_back(std::move(cluster));
    }
    return clusters;
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
};

}  // namespace

std::vector<Cluster> similar_groups(const Groups& groups) {
  Profiles profiles;
  for (const Group* group : groups.by_count()) profiles.add(*group, group->signature);
  profiles.weigh();
  Clusters clusters(profiles);
  for (const Pair& pair : pairs_of(profiles)) clusters.join(pair);
  auto found = clusters.all();
  const auto crashes = [](const Cluster& cluster) {
    return std::accumulate(cluster.members.begin(), cluster.members.end(), std::uint64_t{0},
                           [](std::uint64_t sum, const Group* group) { return sum + group->crashes(); });
  };
  std::ranges::sort(found, [&](const Cluster& a, const Cluster& b) {
    const std::uint64_t left = crashes(a), right = crashes(b);
    return left == right ? a.members.front()->signature.id < b.members.front()->signature.id : left > right;
  });
  return found;
}

double similarity(const Signature& a, const Signature& b) {
  const Group left{.signature = a}, right{.signature = b};
  Profiles profiles;
  profiles.add(left, left.signature);
  profiles.add(right, right.signature);
  profiles.weigh();
  return profiles.similarity(0, 1);
}

}  // namespace symkit::group
