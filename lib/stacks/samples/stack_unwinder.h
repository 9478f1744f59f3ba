// Unwinds the copied stacks of samples.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "ground/base/architecture.h"
#include "ground/base/bytes.h"
#include "stacks/samples/image_files.h"
#include "stacks/unwind/fixed_step.h"
#include "stacks/unwind/known_steps.h"
#include "stacks/unwind/memory.h"
#include "stacks/unwind/processor.h"
#include "stacks/unwind/registers.h"
#include "stacks/unwind/stack.h"
#include "stacks/unwind/unwinder.h"

namespace symkit::samples {

inline constexpr std::uint32_t no_image = UINT32_MAX;

// How code was mapped.
struct CodeMapping {
  std::uint64_t begin = 0;
  std::uint64_t size = 0;
  std::uint64_t offset = 0;        // in the file
  std::uint32_t image = no_image;  // in ImageFiles
};

// A piece of a process's memory.
struct CodePiece {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint32_t mapping = 0;  // of which it is a part
};

// For one thread.
class CodePieces {
 public:
  CodePieces() = default;
  // `pieces`: by address, disjoint.
  explicit CodePieces(std::vector<CodePiece> pieces) : pieces_(std::move(pieces)) {}

  // The one that holds the address; null if there is none.
  const CodePiece* at(std::uint64_t address) const {
    if (last_ < pieces_.size() && pieces_[last_].begin <= address && address < pieces_[last_].end)
      return &pieces_[last_];
    return looked_up(address);
  }
  std::size_t size() const { return pieces_.size(); }

 private:
  const CodePiece* looked_up(std::uint64_t address) const;

  std::vector<CodePiece> pieces_;
  mutable std::size_t last_ = 0;  // that was found
};

struct CopiedStack {
  Architecture architecture = Architecture::Unknown;
  unwind::Registers registers;
  Bytes bytes;  // from the stack pointer on
};

// For one thread; several share the files and the mappings. Both must outlive it.
class StackUnwinder {
 public:
  StackUnwinder(ImageFiles& files, std::span<const CodeMapping> mappings)
      : files_(files), mappings_(mappings), known_(files.size()), biases_(mappings.size()) {}

  // `pieces`: the process's code at that time. No frame is a guess.
  unwind::Stack unwind(const CopiedStack& copied, const CodePieces& pieces);

 private:
  class CopiedMemory;
  class Code;

  // What is kept of an image.
  struct Known {
    const ImageFile* file = nullptr;
    std::set<std::uint64_t> behind_calls, elsewhere;  // addresses that were looked at
  };

  Known& known(std::uint32_t image);
  std::uint64_t bias_of(std::uint32_t mapping);
  Bytes code_at(const CodePieces& pieces, std::uint64_t address, std::uint64_t size);
  std::optional<unwind::LoadedCode> loaded_at(const CodePieces& pieces, std::uint64_t address);
  const unwind::FixedStep* kept_step(const CodePieces& pieces, std::uint64_t address, bool has_called,
                                     const unwind::Processor& processor);
  bool is_contradicted(const unwind::Frame& frame, const CopiedStack& copied, const CodePieces& pieces);

  ImageFiles& files_;
  std::span<const CodeMapping> mappings_;
  std::vector<std::unique_ptr<Known>> known_;         // of images
  std::vector<std::optional<std::uint64_t>> biases_;  // of mappings
  unwind::KnownSteps known_steps_;
  bool has_unproven_ = false;
};

}  // namespace symkit::samples
