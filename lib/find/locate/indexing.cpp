#include "find/locate/indexing.h"

#include "ground/base/same_id.h"

namespace symkit::locate {
namespace {

intake::Options how_of(const Candidate& candidate, const intake::Options& how) {
  intake::Options of_one = how;
  of_one.architecture = candidate.architecture;
  of_one.name = candidate.called;
  of_one.same_image = candidate.same_image;
  return of_one;
}

// A file from a server has the server's name for it; the image's own name is better.
std::string name_of(const intake::Indexed& indexed, std::string_view called, store::Shelf& store) {
  if (!called.empty()) return std::string(called);
  auto found = intake::find(indexed, store);
  const auto image =
      found ? symbolize::OpenImage::open(found->key, std::move(found->blob), store) : fail(found.error());
  return image ? std::string((*image)->name()) : indexed.name;
}

bool is_of(const Candidate& candidate, const intake::Indexed& indexed) {
  return candidate.id.empty() || indexed.id == candidate.id;
}

}  // namespace

Result<std::shared_ptr<const symbolize::OpenImage>> index_candidate(const Candidate& candidate,
                                                                    store::Shelf& store,
                                                                    const intake::Options& how) {
  auto indexed = intake::index_file(candidate.path, store, how_of(candidate, how));
  if (!indexed) return fail(indexed.error());
  Error trouble;
  for (intake::Indexed& one : *indexed) {
    if (!is_of(candidate, one)) continue;
    if (one.unprepared) return std::make_shared<const symbolize::OpenImage>(one.unprepared, "");
    auto found = intake::find(one, store);
    auto image =
        found ? symbolize::OpenImage::open(found->key, std::move(found->blob), store) : fail(found.error());
    if (image) return std::move(*image);
    trouble = image.error();
  }
  return fail(trouble);
}

std::vector<Result<intake::Indexed>> index_of_id(const std::string& path, const ImageId& id,
                                                 std::string_view called, store::Shelf& store,
                                                 const intake::Options& how) {
  std::vector<Result<intake::Indexed>> all;
  for (Candidate& candidate : candidates_in_file(path)) {
    if (!same_id(id, candidate.id)) continue;
    candidate.called = called;
    intake::Options of_one = how_of(candidate, how);
    of_one.preparing = intake::Preparing::Now;  // the file may be a download that is not kept
    auto indexed = intake::index_file(path, store, of_one);
    if (!indexed) {
      all.emplace_back(fail(indexed.error()));
      continue;
    }
    for (intake::Indexed& one : *indexed) {
      if (!is_of(candidate, one)) continue;
      one.name = name_of(one, called, store);
      all.emplace_back(std::move(one));
    }
  }
  return all;
}

}  // namespace symkit::locate
