// The PDB next to a PE file: it must have the name that the linker wrote, without folders, and the same
// GUID and age.
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
  // If `image_path` is empty there is no PDB.
  PdbBeside(std::string image_path, std::string_view name, const ImageId& id);

  // Searched on the first call; from any thread.
  const Result<const pdb::Database*>& database() const;
  // Only if there is a PDB.
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
