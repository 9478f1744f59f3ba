// What the file of a Windows image has for unwinding.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "files/container/image.h"
#include "stacks/dumps/loaded_images.h"

namespace symkit::dumps {

// The key of symbol servers for a program.
std::string code_id_of(std::uint32_t time, std::uint32_t size);

// Whether the file has the time and size that the dump says: what symbol servers know it by.
bool has_code_id(const container::Image& file, const std::string& code_id);

void take_windows_contents(const container::Image& file, LoadedImage& image);

// The same of an image that is in the dump as a whole. Null if it is not, or has no table. `memory` must
// outlive it.
std::unique_ptr<unwind::WindowsTable> windows_table_in(const unwind::Memory& memory, std::uint64_t begin);

}  // namespace symkit::dumps
