#include "stacks/dumps/python_calls.h"

#include <string_view>

#include "ground/base/object_path.h"

namespace symkit::dumps {
namespace {

// An interpreter is in a library or a program of that name, or built into the program.
bool may_have_python(const LoadedImage& image, const Process& process) {
  const std::uint64_t headers = process.program_headers;
  return without_folders(image.path).contains("python") || (image.begin <= headers && headers < image.end);
}

std::optional<std::uint64_t> address_of(std::string_view name, const container::Image& file,
                                        const LoadedImage& image) {
  auto named = file.symbols_named(name);
  if (!named) return std::nullopt;
  if (!*named) {
    const auto all = file.symbols();
    if (!all) return std::nullopt;
    *named = file.named_among(*all, name);
  }
  if ((*named)->symbols.empty()) return std::nullopt;
  return (*named)->symbols.front().address.value + image.bias;
}

}  // namespace

std::optional<python::Interpreter> find_interpreter(const Process& process, const LoadedImages& images,
                                                    const unwind::Memory& memory) {
  // CPython's structures are known as they are there, and with 64 bits.
  if (process.system != System::Linux && process.system != System::Android) return std::nullopt;
  for (const LoadedImage& image : images.all()) {
    if (!may_have_python(image, process)) continue;
    const container::Image* const file = images.program_of(image);
    if (file == nullptr || !has_64_bit_addresses(file->architecture())) continue;
    const auto runtime = address_of("_PyRuntime", *file, image);
    const auto code_type = runtime ? address_of("PyCode_Type", *file, image) : std::nullopt;
    const auto version = code_type ? address_of("Py_Version", *file, image) : std::nullopt;
    if (!version) continue;
    return python::Interpreter{
        .runtime = *runtime, .code_type = *code_type, .version = memory.number(*version, 4).value_or(0)};
  }
  return std::nullopt;
}

python::Stacks python_stacks_of(const Process& process, const LoadedImages& images) {
  const auto interpreter = find_interpreter(process, images, images);
  return interpreter ? python::read_stacks(images, *interpreter) : python::Stacks{};
}

PythonPlaces::PythonPlaces(const python::Stacks* stacks) {
  if (stacks == nullptr) return;
  for (const python::Run& run : stacks->runs) {
    if (run.frames.empty()) continue;
    by_place_.emplace(run.place, &run);
    by_thread_.emplace(run.thread, &run);
  }
}

void PythonPlaces::place(std::size_t frame, Runs::iterator from, Runs::iterator to,
                         std::vector<PythonCalls>& found) {
  for (auto one = from; one != to; one = by_place_.erase(one)) found.push_back({frame, one->second});
}

// A native frame reaches from its own stack pointer to its caller's.
std::vector<PythonCalls> PythonPlaces::in(const unwind::Stack& stack, const Thread& thread) {
  std::vector<PythonCalls> found;
  const std::size_t count = stack.frames.size();
  for (std::size_t i = 0; i + 1 < count; ++i) {
    const std::uint64_t begin = stack.frames[i].stack, end = stack.frames[i + 1].stack;
    if (begin < end) place(i, by_place_.lower_bound(begin), by_place_.lower_bound(end), found);
  }
  // Native frames that were not found ran what is left of the thread.
  const std::uint64_t last = count == 0 ? 0 : stack.frames.back().stack;
  const auto [first, behind] = by_thread_.equal_range(thread.id);
  for (auto one = first; one != behind; one = by_thread_.erase(one)) {
    const auto [from, to] = by_place_.equal_range(one->second->place);
    if (one->second->place >= last) place(count, from, to, found);
  }
  return found;
}

}  // namespace symkit::dumps
