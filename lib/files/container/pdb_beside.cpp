#include "files/container/pdb_beside.h"

#include <filesystem>

#include "files/container/pdb_image.h"
#include "ground/base/words.h"

namespace symkit::container {

PdbBeside::PdbBeside(std::string image_path, std::string_view name, const ImageId& id) : id_(id) {
  const bool is_name = !name.empty() && name != "." && name != ".." && !name.contains('\0');
  if (image_path.empty() || !is_name) return;
  image_path.resize(image_path.rfind('/') + 1);
  path_ = image_path + std::string(name);
}

const Result<const pdb::Database*>& PdbBeside::database() const {
  std::call_once(once_, [this] { found_ = look(); });
  return found_;
}

Result<const pdb::Database*> PdbBeside::look() const {
  std::error_code ignored;
  if (path_.empty() || !std::filesystem::is_regular_file(path_, ignored)) return nullptr;
  auto file = io::MappedFile::open(path_);
  if (!file) return fail(file.error());
  file_ = std::move(*file);
  auto database = pdb::Database::open(file_.bytes());
  if (!database) return fail(database.error().within(path_));
  if ((*database)->id() != id_)
    return fail(say(path_, " is from another build: it has the id ", (*database)->id().hex()));
  database_ = std::move(*database);
  return database_.get();
}

Result<std::vector<Symbol>> PdbBeside::symbols(FileAddress base, const std::vector<Section>& sections) const {
  const std::scoped_lock lock(reading_);
  return symbols_of(*database_, base, symbol_records_, sections);
}

}  // namespace symkit::container
