#include "reports/profile/perf_copied_counts.h"

#include <algorithm>

#include "ground/base/words.h"
#include "ground/print/visible.h"

namespace symkit::profile::perf {

void CopiedCounts::add(const Stacks& stacks) {
  for (const SampleStack& one : stacks.samples) {
    copied_ += one.copied == Copied::No ? 0 : 1;
    cut_ += one.copied == Copied::Cut ? 1 : 0;
  }
  for (const auto& [mapping, count] : stacks.lost_in) lost_in_[mapping] += count;
}

// "1 of 40 copied stacks is"
std::string CopiedCounts::counted(std::size_t stacks) const {
  return say(stacks, " of ", copied_, copied_ == 1 ? " copied stack" : " copied stacks",
             stacks == 1 ? " is" : " are");
}

std::string CopiedCounts::problems(std::span<const samples::CodeMapping> code,
                                   samples::ImageFiles& images) const {
  std::string all;
  if (cut_ != 0)
    all = counted(cut_) + " cut at [truncated] (perf record --call-graph dwarf,65528 copies more)";
  const std::string missing = missing_file(code, images);
  if (!all.empty() && !missing.empty()) all += "; ";
  return all + missing;
}

// The one that most stacks lack.
std::string CopiedCounts::missing_file(std::span<const samples::CodeMapping> code,
                                       samples::ImageFiles& images) const {
  std::map<std::uint32_t, std::size_t> lacking;
  for (const auto& [mapping, count] : lost_in_) {
    const std::uint32_t image = mapping == none ? samples::no_image : code[mapping].image;
    if (image != samples::no_image && !images.open(image).is_here()) lacking[image] += count;
  }
  const auto worst = std::ranges::max_element(lacking, {}, [](const auto& one) { return one.second; });
  if (worst == lacking.end()) return {};
  const samples::RecordedImage& image = images.recorded(worst->first);
  const std::string why = image.id.empty()
                              ? "it has no build id in the file (--local uses the local file anyway)"
                              : say("no file with its build id ", image.id.hex(), " is here");
  return say(counted(worst->second), " not unwound beyond ", print::visible(image.path), ": ", why);
}

}  // namespace symkit::profile::perf
