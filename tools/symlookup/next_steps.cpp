#include "symlookup/next_steps.h"

#include <array>

#include "common/next_step.h"
#include "ground/base/words.h"

namespace symkit::symlookup {

std::string with_next_step(std::string_view reason, bool has_named_files) {
  if (has_named_files && reason == "no symbols under this name, and the log gives no id")
    return say(reason,
               "; -o names another file: name this one with -o, too, or give its folder with --symbols");
  static constexpr auto steps = std::to_array<tools::NextStep>({
      {"no symbols under this name, and the log gives no id",
       "give the file with -o FILE, or its folder with --symbols"},
      {"no archive of this name has ", "name the .apk that the app was installed from with -o FILE"},
      {"the log names an archive, ", "the log lacks the offset after the archive's name"},
      {"no symbols with this ",
       "find the file or debug file with this id, and give its folder with --symbols"},
      {"the kernel's list of symbols has no build id to compare",
       "if it is from the same kernel, give it the log's id: symprep --id ID FILE"},
      {"found ", "that is another build: find the file with the log's id"},
      {"the log does not name the image", "name it and where it was loaded: -o FILE -l ADDR"},
      {"the log does not say where the image was loaded", "give its address: -o FILE -l ADDR"},
      {"address outside the image",
       "check its load address (-l ADDR); if that is right, the file is from another build"},
      {"this index does not say where ", "run symprep --force on the file that ran, not on its debug file"},
      {"the file has no code where the log says: this is another build",
       "find the file that the log is from"},
      {"its symbols are relative to its load address, ",
       "give the folders of both the symbols and the image with --symbols"},
      {"no code of this file fills ", "find the file that the log is from, or give its load address with -l"},
      {"the log does not say which part ", "give the image and its load address: -o FILE -l ADDR"},
      {"no function at this address",
       "syminfo FILE lists the symbols of the file; an unstripped file has more"},
      {"only the function's address is known, not its name",
       "find the debug file with this id, and give its folder with --symbols"},
      {"the log already has the name, and nothing more is known",
       "lines are in the debug file: give its folder with --symbols"},
      {"several images have this name", "give one of them with -o"},
      {"several functions have this name", "syminfo --functions FILE lists them"},
      {"no function of this name",
       "syminfo --functions FILE lists its functions; the log may be from another build"},
      {"the log's offset is outside the function",
       "the file is from another build: find the file that the log is from"},
      {"the function has another size here: this is another build", "find the file that the log is from"},
      {"the log's name and address do not agree",
       "find the file that the log is from, or give its load address with -l"},
      {"the log gives the function another name, which is kept",
       "the file is from another build: find the file that the log is from"},
      {"the process had several libraries of this name",
       "-o FILE -offset OFFSET looks the frame up in one of them"},
  });
  return tools::with_next_step(reason, steps);
}

}  // namespace symkit::symlookup
