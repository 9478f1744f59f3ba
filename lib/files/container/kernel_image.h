// Linux itself as an image: the kernel in a boot image, or a vmlinux without a symbol table. Its symbols are
// those that it carries for its own messages.
#pragma once

#include <memory>
#include <string>

#include "files/container/image.h"
#include "ground/io/unpack_budget.h"

namespace symkit::container {

Result<std::unique_ptr<Image>> open_kernel(Bytes file, const std::shared_ptr<io::UnpackBudget>& budget);

// A kernel that has no symbol table gets what it carries; every other image stays as it is.
Result<std::unique_ptr<Image>> with_kallsyms(Result<std::unique_ptr<Image>> image);

bool is_kernel(const Image& image);

// "vmlinux-6.1.0-13-amd64", as the kernel says of itself; otherwise by the name of its file.
std::string kernel_name(const Image& image, const std::string& file_name);

}  // namespace symkit::container
