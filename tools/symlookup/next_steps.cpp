#include "symlookup/next_steps.h"

#include <array>

#include "common/next_step.h"

namespace symkit::symlookup {

std::string with_next_step(std::string_view reason) {
  static constexpr auto steps = std::to_array<tools::NextStep>({
      {"no symbols of this name, and the log has no id",
       "give the file with -o FILE, or its folder with --symbols"},
      {"no archive of this name has ", "give the app's own .apk with -o FILE"},
      {"the log names an archive, ", "the offset behind the archive's name is missing from the log"},
      {"no symbols with this ",
       "find the file or debug file with this id, and give its folder with --symbols"},
      {"found ", "that is another build: find the file with the log's id"},
      {"the log does not name the image", "-o FILE -l ADDR says which it is, and where it was loaded"},
      {"the log does not say where the image was loaded", "-o FILE -l ADDR says where"},
      {"address outside the image",
       "-l ADDR says where the image was loaded; if that is right, the file is of another build"},
      {"this index does not say where ",
       "symprep --force FILE makes it anew, of the file that ran and not of its debug file"},
      {"the file has no code where the log says: this is another build", "find the log's own"},
      {"no code of this file fills ", "find the log's own, or say with -l where it was loaded"},
      {"the log does not say which part ", "-o FILE -l ADDR says where the image was loaded"},
      {"no function at this address",
       "syminfo FILE says what the file knows; one that is not stripped knows more"},
      {"only the function's address is known, not its name",
       "find the debug file with this id, and give its folder with --symbols"},
      {"the log has the name already, and no more is known",
       "lines are in the debug file: give its folder with --symbols"},
      {"several images have this name", "give one of them with -o"},
      {"several functions have this name", "syminfo --functions FILE lists them"},
      {"no function of this name",
       "syminfo --functions FILE lists those that it has; the log may be of another build"},
      {"the log's offset lies outside the function", "the file is of another build: find the log's own"},
      {"the function has another size here: this is another build", "find the log's own"},
      {"the log's name and address do not agree",
       "find the log's own file, or say with -l where it was loaded"},
      {"the log calls the function otherwise: its own words stay",
       "the file is of another build: find the log's own"},
      {"the process had several libraries of this name", "-o FILE -offset OFFSET asks one of them"},
  });
  return tools::with_next_step(reason, steps);
}

}  // namespace symkit::symlookup
