// The bytes of the built-in evaluation's file. KOMADAI_BUILT_IN is its path, from CMakeLists.txt; without
// one, another file of the program defines the symbols.
#include "eval/built_in.h"

#ifndef __EMSCRIPTEN__  // cpp/browser/CMakeLists.txt writes them as an array

#ifdef KOMADAI_BUILT_IN
#ifdef __APPLE__
#define SECTION ".const_data\n"
#define SYMBOL(name) "_" name
#define HIDDEN ".private_extern "
#else
#define SECTION ".section .rodata\n"
#define SYMBOL(name) name
#define HIDDEN ".hidden "
#endif
#define DEFINE(name) ".globl " SYMBOL(name) "\n" HIDDEN SYMBOL(name) "\n" SYMBOL(name) ":\n"

__asm__(SECTION
        ".balign 64\n" DEFINE("komadai_built_in") ".incbin \"" KOMADAI_BUILT_IN
                                                  "\"\n" DEFINE("komadai_built_in_end") ".byte 0\n.text\n");

#endif

extern "C" const unsigned char komadai_built_in[], komadai_built_in_end[];

namespace komadai {

std::span<const unsigned char> built_in_file() {
  return {komadai_built_in, size_t(komadai_built_in_end - komadai_built_in)};
}

}  // namespace komadai

#endif
