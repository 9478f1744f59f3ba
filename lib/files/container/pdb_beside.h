// The PDB of a PE file, where it lies beside it: by the name that the linker wrote, without its folders, and
// only if it has the same GUID and age.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "files/container/image.h"
#include "files/pdb/database.h"
#include "ground/base/image_id.h"
#include "ground/io/mapped_file.h"

namespace symkit::container {

class PdbBeside {
 public:
  // `image_path` may be empty: then there is none.
  PdbBeside(std::string image_path, std::string_view name, const ImageId& id);

  // Looked for when first asked; from any thread.
  const Result<const pdb::Database*>& database() const;
  // Where there is one.
  Result<std::vector<Symbol>> symbols(FileAddress base, const std::vector<Section>& sections) const;

 private:
  Result<const pdb::Database*> look() const;

  std::string path_;
  ImageId id_;
  mutable std::once_flag once_;
  mutable io::MappedFile file_;
  mutable std::unique_ptr<pdb::Database> database_;
  mutable Result<const pdb::Database*> found_ = nullptr;
  mutable std::mutex reading_;
  mutable pdb::Stream symbol_records_;
};

}  // namespace symkit::container
