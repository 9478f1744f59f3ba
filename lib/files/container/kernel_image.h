// Linux itself as an image: the kernel in a boot image, or a vmlinux without a symbol table. Its symbols
// are those that it contains for its own messages.
#pragma once

#include <memory>
#include <string>

#include "files/container/image.h"
#include "ground/io/unpack_budget.h"

namespace symkit::container {

Result<std::unique_ptr<Image>> open_kernel(Bytes file, const std::shared_ptr<io::UnpackBudget>& budget);

// Adds the contained symbols to a kernel without a symbol table; any other image is returned unchanged.
Result<std::unique_ptr<Image>> with_kallsyms(Result<std::unique_ptr<Image>> image);

bool is_kernel(const Image& image);

// "vmlinux-6.1.0-13-amd64", from the kernel's own version; otherwise from the name of its file.
std::string kernel_name(const Image& image, const std::string& file_name);

}  // namespace symkit::container
