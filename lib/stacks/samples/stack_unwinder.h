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
#include "stacks/unwind/memory.h"
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

// The piece that holds the address, among pieces by address. Null if there is none.
const CodePiece* piece_at(std::span<const CodePiece> pieces, std::uint64_t address);

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

  // `pieces`: the process's code at that time, by address. No frame is a guess.
  unwind::Stack unwind(const CopiedStack& copied, std::span<const CodePiece> pieces);

 private:
  class CopiedMemory;
  class Code;

  // What is kept of an image.
  struct Known {
    const ImageFile* file = nullptr;
    unwind::Tables tables;
    std::set<std::uint64_t> behind_calls, elsewhere;  // addresses that were looked at
  };

  Known& known(std::uint32_t image);
  std::uint64_t bias_of(std::uint32_t mapping);
  Bytes code_at(std::span<const CodePiece> pieces, std::uint64_t address, std::uint64_t size);
  std::optional<unwind::LoadedCode> loaded_at(std::span<const CodePiece> pieces, std::uint64_t address);
  bool is_contradicted(const unwind::Frame& frame, const CopiedStack& copied,
                       std::span<const CodePiece> pieces);

  ImageFiles& files_;
  std::span<const CodeMapping> mappings_;
  std::vector<std::unique_ptr<Known>> known_;         // of images
  std::vector<std::optional<std::uint64_t>> biases_;  // of mappings
};

}  // namespace symkit::samples
