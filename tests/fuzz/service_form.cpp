// rooms: base service
// Bodies of multipart/form-data: any bytes are one, or are refused with a sentence; parts lie within the
// body, one behind the other.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "serve/service/multipart.h"

using namespace symkit::service;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view body(reinterpret_cast<const char*>(data), size);
  const auto parts = read_form("multipart/form-data; boundary=b", body);
  if (!parts) return parts.error().message.empty() ? (std::abort(), 0) : 0;
  const char* seen = body.data();
  for (const FormPart& part : *parts) {
    if (part.content.data() < seen || part.content.size() > size) std::abort();
    seen = part.content.data() + part.content.size();
    if (seen > body.data() + body.size()) std::abort();
  }
  return 0;
}
