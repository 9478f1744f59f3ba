#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::cause_of, symkit::test::read_names;

TEST_CASE("exceptions, by the form of their names") {
  CHECK(cause_of("java.lang.IllegalStateException: closed") == "java.lang.IllegalStateException: closed");
  CHECK(cause_of("Exception in thread \"main\" a.d: closed") == "a.d: closed");
  CHECK(cause_of("com.example.Closed: till 7") == "com.example.Closed: till 7");
  CHECK(cause_of("AssertionError [ERR_ASSERTION]: closed") == "AssertionError: closed");
  CHECK(cause_of("a.d: closed") == "nothing");
  CHECK(cause_of("The Exception: closed") == "nothing");
  CHECK(cause_of("java.lang.Thread.State: RUNNABLE") == "nothing");
}

TEST_CASE("memory and stacks that are used up have the same kind in all languages") {
  CHECK(cause_of("java.lang.OutOfMemoryError: heap") == "out of memory (java.lang.OutOfMemoryError): heap");
  CHECK(cause_of("RangeError: Maximum call stack size exceeded") ==
        "stack overflow (RangeError): Maximum call stack size exceeded");
}

TEST_CASE("an exception's causes") {
  CHECK(cause_of("Caused by: java.io.IOException: full") == "java.io.IOException: full");
  CHECK(cause_of("Caused by: something else") == "stack of its origin");
  CHECK(cause_of("Suppressed: java.io.IOException: full") == "stack of another thread");
  CHECK(cause_of("--- End of inner exception stack trace ---") == "stack of another thread");
}

TEST_CASE("a line that ends a Python stack is an exception whatever it is called") {
  const auto error = symkit::crashlog::python_error("shop.closed: till 7");
  REQUIRE(error);
  CHECK(error->kind == "shop.closed");
  CHECK_FALSE(symkit::crashlog::python_error("till 7 is closed"));
  CHECK(cause_of("FuzzError: Traceback (most recent call last):") == "exception");
}

TEST_CASE("an exception is no frame") { CHECK(read_names({"java.io.IOException: full"}) == "nothing"); }
