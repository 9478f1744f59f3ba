#include "ground/base/go_id.h"

#include "doctest/doctest.h"

using namespace symkit;

TEST_CASE("Go's build id is known as its text and as the digits of it") {
  const std::string id =
      "7q5k_mOIOwEc8lpGeu5C/KtdABITSHfiGUc_Epho4/mBSeeoylefg4DaX5lXm6/1rawsifEKw-RxJv0SdPv";
  const std::string digits = hex_of_go_id(id);
  CHECK(digits.starts_with("3771356b5f6d4f49"));
  CHECK(digits.size() == 166);
  for (const std::string& written : {id, digits, digits + "00", "3771356B" + digits.substr(8)}) {
    CAPTURE(written);
    CHECK(is_go_id(written));
    CHECK(go_id_of(written) == id);
    CHECK(hex_of_go_id(written) == digits);
  }
}

TEST_CASE("What is no id of Go's") {
  const std::string digits = hex_of_go_id("7q5k_mOIOwEc8lpGeu5C/KtdABITSHfiGUc_Epho4/mBSeeoylefg4DaX5lXm6");
  for (const std::string& written :
       {std::string(), std::string("08160932850e87580ad266151a7b65ee771a9c88"), std::string(166, '4'),
        std::string("612f622f63"), digits.substr(1), digits + "0a", digits + "zz",
        std::string("08160932850e87580ad266151a7b65ee771a9c8808160932850e87580ad266151a7b65ee771a9c88")}) {
    CAPTURE(written);
    CHECK_FALSE(is_go_id(written));
    CHECK(go_id_of(written).empty());
  }
}
