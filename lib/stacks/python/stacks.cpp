#include "stacks/python/stacks.h"

#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace symkit::python {
namespace {

constexpr std::size_t most_frames = 1'000'000, most_threads = 100'000, most_interpreters = 10'000;

class Reader {
 public:
  Reader(const unwind::Memory& memory, const Layout& layout, const Interpreter& interpreter, bool is_touching)
      : memory_(memory),
        layout_(layout),
        runtime_(interpreter.runtime),
        objects_(memory, layout_, interpreter.code_type),
        is_touching_(is_touching) {}

  Stacks read() {
    std::size_t interpreters = 0;
    for (std::uint64_t at = word(runtime_ + layout_.first_interpreter);
         at != 0 && ++interpreters <= most_interpreters; at = word(at + layout_.next_interpreter))
      for (std::uint64_t thread = word(at + layout_.first_thread);
           thread != 0 && seen_.insert(thread).second && seen_.size() <= most_threads;
           thread = word(thread + layout_.next_thread))
        threads_.push_back(thread);
    for (const std::uint64_t thread : threads_) read_thread(thread);
    return std::move(stacks_);
  }

 private:
  // Owners from this one on are no functions: such a frame is on the native stack, and begins a loop's run.
  static constexpr std::uint64_t first_that_is_native = 3;

  std::uint64_t word(std::uint64_t address) const { return memory_.number(address, 8).value_or(0); }

  void read_thread(std::uint64_t thread) {
    id_ = word(thread + layout_.native_id);
    const std::uint64_t current = word(thread + layout_.current);
    if (layout_.frame.is_entry)
      read_by_loops(current);
    else
      read_by_frames(layout_.loop ? word(current + layout_.loop->frame) : current);
  }

  // 3.11: each loop says where it begins, and marks the outermost frame that it runs.
  void read_by_loops(std::uint64_t loop) {
    for (std::uint64_t next = 0; loop != 0 && is_new(loop); loop = next) {
      next = word(loop + layout_.loop->previous);
      std::uint64_t frame = word(loop + layout_.loop->frame);
      if (frame == 0) continue;
      Run run{.place = loop, .thread = id_, .frames = {}};
      for (bool is_entry = false; !is_entry;) {
        is_entry = memory_.number(frame + *layout_.frame.is_entry, 1).value_or(0) != 0;
        if (!is_new(frame) || !take(frame, run)) return;
        frame = word(frame + layout_.frame.previous);
      }
      // The frame outside of it is the next loop's.
      if (next == 0 || frame != word(next + layout_.loop->frame)) return;
      stacks_.runs.push_back(std::move(run));
    }
  }

  void read_by_frames(std::uint64_t frame) {
    Run run{.thread = id_, .frames = {}};
    while (frame != 0 && is_new(frame)) {
      const auto owner = memory_.number(frame + layout_.frame.owner, 1);
      if (!owner) return;
      if (*owner >= first_that_is_native) {
        run.place = frame;
        stacks_.runs.push_back(std::exchange(run, Run{.thread = id_, .frames = {}}));
      } else if (!take(frame, run)) {
        return;
      }
      frame = word(frame + layout_.frame.previous);
    }
  }

  // No frame is in two lists, or twice in one.
  bool is_new(std::uint64_t address) {
    return seen_.insert(address).second && seen_.size() <= most_frames + most_threads;
  }

  bool take(std::uint64_t frame, Run& run) {
    // The lowest bits may be marks.
    const std::uint64_t code = word(frame + layout_.frame.code) & ~std::uint64_t{7};
    const Function* const function = function_of(code);
    if (function == nullptr) return false;
    // The interpreter's own code, which makes objects, is in no file.
    if (function->file.empty()) return true;
    run.frames.push_back({function, line_in(*function, word(frame + layout_.frame.instruction), frame)});
    return true;
  }

  const Function* function_of(std::uint64_t code) {
    const auto [known, is_first] = functions_.try_emplace(code, nullptr);
    if (is_first && is_touching_) {
      known->second = objects_.touch_code(code) ? &touched_ : nullptr;
    } else if (is_first) {
      if (auto function = objects_.code(code))
        known->second = &stacks_.functions.emplace_back(std::move(*function));
    }
    return known->second;
  }

  std::uint32_t line_in(const Function& function, std::uint64_t instruction, std::uint64_t frame) const {
    std::uint64_t copy = 0;
    if (layout_.frame.copy_index) copy = memory_.number(frame + *layout_.frame.copy_index, 4).value_or(0);
    if (copy >= function.instructions.size()) return 0;
    const std::uint64_t begin = function.instructions[static_cast<std::size_t>(copy)];
    // Before its first instruction.
    if (instruction + 2 == begin) return function.first_line;
    if (instruction < begin || instruction - begin >= function.size) return 0;
    return function.lines.line_of((instruction - begin) / 2);
  }

  const unwind::Memory& memory_;
  const Layout layout_;
  std::uint64_t runtime_;
  Objects objects_;
  bool is_touching_;
  Function touched_ = {.name = {}, .file = "?"};
  std::uint64_t id_ = 0;
  std::vector<std::uint64_t> threads_;
  std::unordered_set<std::uint64_t> seen_;
  std::unordered_map<std::uint64_t, const Function*> functions_;  // by their code objects
  Stacks stacks_;
};

}  // namespace

Stacks read_stacks(const unwind::Memory& memory, const Interpreter& interpreter) {
  const auto layout = layout_of(memory, interpreter.runtime, interpreter.version);
  return layout ? Reader(memory, *layout, interpreter, false).read() : Stacks{};
}

void touch_stacks(const unwind::Memory& memory, const Interpreter& interpreter) {
  if (const auto layout = layout_of(memory, interpreter.runtime, interpreter.version))
    Reader(memory, *layout, interpreter, true).read();
}

}  // namespace symkit::python
