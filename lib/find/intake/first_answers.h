// An image that was found without an index: answers from what each answer needs, and prepares the index
// into the store when preparing.h says so, if wanted beside further answers.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "answers/symbolize/unprepared.h"
#include "debug/symbols/excerpts.h"
#include "find/intake/preparing.h"
#include "ground/io/blob.h"

namespace symkit::intake {

class FirstAnswers final : public symbolize::Unprepared {
 public:
  // How the image's index is made and kept.
  struct Ways {
    std::shared_ptr<void> owner;  // of everything below
    std::unique_ptr<symbols::Excerpts> excerpts;
    index::Facts facts;
    FileAddress text_base;  // of the image, to which its offsets are relative
    bool counts_from_load = false;
    std::string path;  // for messages
    std::function<Result<io::SharedBlob>()> prepare;
    std::function<void()> leave_note;
    bool prepares_beside = false;  // for logs that are still being written
  };

  FirstAnswers(Ways ways, PreparingPolicy policy);
  // Waits until what is being prepared is in the store.
  ~FirstAnswers() override = default;

  const index::Facts& facts() const override { return *facts_; }
  bool is_trampoline(ImageOffset offset) const override {
    return ways_.excerpts->is_trampoline(to_file(offset, ways_.text_base));
  }
  Result<symbolize::ImagePart> part(ImageOffset offset) override;
  Result<std::vector<ImageOffset>> functions_named(std::string_view name) override;
  Result<std::shared_ptr<const symbolize::NativeImage>> whole() override { return prepared(); }
  void expect(std::span<const ImageOffset> offsets) override;
  std::optional<Error> failure() const override;

 private:
  bool answers_in_parts();
  Result<symbolize::ImagePart> kept_or_made(ImageOffset offset);
  Result<symbolize::ImagePart> excerpt(ImageOffset offset);
  using Named = std::optional<std::vector<ImageOffset>>;
  Result<Named> named_in_parts(std::string_view name);
  using Whole = Result<std::shared_ptr<const symbolize::NativeImage>>;
  Whole prepared();
  void prepare_beside();
  Whole opened(io::SharedBlob index) const;

  mutable std::mutex mutex_;  // guards all but whole_, which is made once
  Ways ways_;
  PreparingPolicy policy_;
  std::atomic<const index::Facts*> facts_;  // of the index, once there is one
  bool has_noted_ = false;
  std::optional<Error> failure_;
  std::map<ImageOffset, symbolize::ImagePart> parts_;                   // made so far, by their first offset
  std::map<std::string, std::vector<ImageOffset>, std::less<>> named_;  // functions found so far
  std::once_flag once_;
  Whole whole_;
  std::atomic<bool> is_prepared_ = false;
  std::jthread preparer_;
};

}  // namespace symkit::intake
