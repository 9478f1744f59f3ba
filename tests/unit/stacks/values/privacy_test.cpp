// What is hidden by its name or its look.
#include "stacks/values/privacy.h"

#include <string>

#include "doctest/doctest.h"

#include "types_of.h"

using namespace symkit::values;

TEST_CASE("names") {
  const Privacy privacy;
  for (const char* name :
       {"password", "m_dbPassword", "DB_PASSWD", "x-auth-token", "authToken", "apiKey", "API_KEY", "pin",
        "card_pin", "cvv", "sessionId", "Set-Cookie", "jwt", "client_secret", "userpwd", "auth"})
    CHECK_MESSAGE(privacy.is_secret(name), name);
  for (const char* name :
       {"", "mapping", "spinning", "author", "tokenizer", "key", "count", "opinion", "x", "shipping"})
    CHECK_MESSAGE(!privacy.is_secret(name), name);
}

TEST_CASE("a user's names") {
  Privacy privacy;
  CHECK(!privacy.is_secret("berth_plan"));
  privacy.add_names("# ours\nberth-plan\n\nvat\n");
  CHECK(privacy.is_secret("m_berthPlan"));
  CHECK(privacy.is_secret("vat"));
  CHECK(privacy.is_secret("vat_no"));
  CHECK(!privacy.is_secret("private"));
  CHECK(!privacy.is_secret("ours"));
}

TEST_CASE("texts") {
  const Privacy privacy;
  const std::string sixteen = "ABCDEFGH12345678";
  for (const std::string& text :
       {std::string("-----BEGIN RSA PRIVATE KEY-----\nMII"), "AKIA" + sixteen, "x ghp_" + sixteen,
        "sk-" + sixteen, "xoxb-" + sixteen, std::string("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.sig"),
        std::string("ftp://me:word@host/x"), std::string("4111 1111 1111 1111"),
        std::string("card=4111111111111111;"), std::string("DB_PASSWORD=x"), std::string("--token=abc"),
        std::string("Authorization: Bearer abcdefgh.ijk")})
    CHECK_MESSAGE(privacy.has_secret(text), text);
  for (const char* text :
       {"", "hello", "disk-full", "task-1234567890abcdefgh", "http://host:80/a@b", "4111111111111112",
        "PATH=/bin", "password=", "x = password", "eyJ.x", "1234567890123456789012345"})
    CHECK_MESSAGE(!privacy.has_secret(text), text);
}

TEST_CASE("what is hidden of a value") {
  Program program;
  const Privacy privacy;
  program.where.is_secret = [&](std::string_view name) { return privacy.is_secret(name); };
  program.where.has_secret = [&](std::string_view text) { return privacy.has_secret(text); };
  const TypeId number = program.types.integer();
  const TypeId type = program.types.record("login", 8, {member("id", number, 0), member("pin", number, 4)});
  CHECK(program.shown_of(std::uint64_t{0x400000003}, type) == "{id = 3, pin = <redacted>}");
  program.memory.put(0x2000, std::string("--password=x\0", 13));
  CHECK(program.shown_of(std::uint64_t{0x2000}, program.types.to(program.types.character())) ==
        "0x2000 <redacted>");
  program.memory.put(0x1000, "--password=x");
  const Text text = program.shown_at(0x1000, program.types.array(program.types.character(), {12}));
  CHECK(text.state == State::Redacted);
  CHECK(text.text.empty());
}
