#include "ground/base/image_reference.h"

#include "ground/base/bytes.h"
#include "ground/base/words.h"

namespace symkit {

void write_key(const ImageReference& image, std::string& key) {
  key.assign(as_text(image.id.bytes()));
  key += '\0';
  if (image.id.empty()) key += static_cast<char>(image.architecture);
  key += image.path.empty() ? image.name : image.path;
  if (image.archive_offset) key += say('\0', *image.archive_offset);
  if (!image.release.empty()) key.append(1, '\0').append(image.release);
  if (!image.code_id.empty()) key.append(1, '\0').append(image.code_id);
}

}  // namespace symkit
