#include "syminfo/fetch_advice.h"

#include <algorithm>
#include <array>

#include "ground/base/words.h"

namespace symkit::syminfo {
namespace {

// The path of an image shows where it is from; the advice for the first place with which the path begins.
struct Owner {
  std::string_view path;
  std::string_view advice;
};

constexpr std::array apple_owners = std::to_array<Owner>({{"/System/", ""},
                                                          {"/usr/lib/", ""},
                                                          {"/Library/Apple/", ""},
                                                          {"/private/preboot/", ""},
                                                          {"/Developer/", ""}});

constexpr std::array elf_owners = std::to_array<Owner>({
    {"/system/", "the unstripped file from the maker of the device"},
    {"/system_ext/", "the unstripped file from the maker of the device"},
    {"/apex/", "the unstripped file from the maker of the device"},
    {"/vendor/", "the unstripped file from the maker of the device"},
    {"/product/", "the unstripped file from the maker of the device"},
    {"/data/app/", "as it was linked, before it was stripped for the app"},
    {"/usr/lib/", "its debug file from the distribution's debug package"},
    {"/lib/", "its debug file from the distribution's debug package"},
    {"/lib64/", "its debug file from the distribution's debug package"},
    {"/usr/bin/", "its debug file from the distribution's debug package"},
    {"/usr/sbin/", "its debug file from the distribution's debug package"},
});

template <std::size_t N>
const Owner* owner_of(std::string_view path, const std::array<Owner, N>& owners) {
  const auto found =
      std::ranges::find_if(owners, [&](const Owner& one) { return path.starts_with(one.path); });
  return found == owners.end() ? nullptr : &*found;
}

// A build id may have as many bytes as a UUID; the image's name distinguishes them.
bool is_apple(const LoggedImage& image) {
  return image.id.bytes().size() == 16 && !image.name.contains(".so") && !image.path.starts_with("/data/") &&
         !image.path.starts_with("/apex/");
}

bool is_kernel(std::string_view name) {
  return name == "vmlinux" || name.starts_with("vmlinux-") || name.ends_with(".ko");
}

}  // namespace

std::string shown_id(const LoggedImage& image) { return is_apple(image) ? image.id.uuid() : image.id.hex(); }

std::string fetch_advice(const LoggedImage& image) {
  const std::string called = image.name.empty() ? image.path : image.name;
  const std::string name = called.empty() ? "the file" : called;
  if (is_apple(image)) {
    if (owner_of(image.path, apple_owners) != nullptr)
      return say(name, " of the system, UUID ", shown_id(image),
                 ": from a Mac that such a device was connected to (Xcode's DeviceSupport folder)");
    return say("dSYM of ", name, ", UUID ", shown_id(image));
  }
  const std::string id = image.id.empty() ? std::string() : say(", build id ", shown_id(image));
  if (is_kernel(name)) return say(name, " of the same kernel, with debug information", id);
  const Owner* owner = owner_of(image.path, elf_owners);
  std::string advice =
      say(name, id, ", ", owner == nullptr ? "built with -g and not stripped" : owner->advice);
  if (image.id.empty()) advice += " (the log gives no id: make sure that it is from the same build)";
  return advice;
}

}  // namespace symkit::syminfo
