#include "symlookup/next_steps.h"

#include <array>

#include "common/next_step.h"
#include "ground/base/words.h"

namespace symkit::symlookup {

std::string with_next_step(std::string_view reason, bool has_named_files) {
  if (has_named_files && reason == "no symbols under this name, and the log gives no id")
    return say(reason, "; -o names another file: give this one, too, or its folder with --symbols");
  static constexpr auto steps = std::to_array<tools::NextStep>({
      {"no symbols under this name, and the log gives no id",
       "give the file with -o FILE, or its folder with --symbols"},
      {"no archive of this name has ", "give with -o FILE the .apk that the app was installed from"},
      {"the log names an archive, ", "the offset behind the archive's name is missing from the log"},
      {"no symbols with this ",
       "find the file or debug file with this id, and give its folder with --symbols"},
      {"the kernel's list of symbols has no build id to tell by",
       "if it is of this kernel, symprep --id ID FILE gives it the log's"},
      {"found ", "that is another build: find the file with the log's id"},
      {"the log does not name the image", "-o FILE -l ADDR says which it is, and where it was loaded"},
      {"the log does not say where the image was loaded", "-o FILE -l ADDR says where"},
      {"address outside the image",
       "-l ADDR says where the image was loaded; if that is right, the file is of another build"},
      {"this index does not say where ", "run symprep --force on the file that ran, not on its debug file"},
      {"the file has no code where the log says: this is another build",
       "find the file that the log is from"},
      {"its symbols count from where it is loaded, ",
       "give with --symbols the folders of the symbols and of the image, which says how its addresses count"},
      {"no code of this file fills ",
       "find the file that the log is from, or say with -l where it was loaded"},
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
      {"the log's offset lies outside the function",
       "the file is of another build: find the file that the log is from"},
      {"the function has another size here: this is another build", "find the file that the log is from"},
      {"the log's name and address do not agree",
       "find the file that the log is from, or say with -l where it was loaded"},
      {"the log gives the function another name, which is kept",
       "the file is of another build: find the file that the log is from"},
      {"the process had several libraries of this name", "-o FILE -offset OFFSET asks one of them"},
  });
  return tools::with_next_step(reason, steps);
}

}  // namespace symkit::symlookup
