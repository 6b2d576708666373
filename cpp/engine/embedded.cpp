// The bytes of the files that are in the program; CMakeLists.txt defines their paths. They are compiled once,
// however many builds of the core the program has.
#ifdef _WIN32
#define SECTION ".section .rdata,\"dr\"\n"
#define HIDDEN(name)
#else
#define SECTION ".section .rodata\n"
#define HIDDEN(name) ".hidden " name "\n"
#endif
#define DEFINE(name) ".globl " name "\n" HIDDEN(name) name ":\n"
#define EMBED(name, path)                                                      \
  __asm__(SECTION ".balign 64\n" DEFINE(name) ".incbin \"" path "\"\n" DEFINE( \
      name                                                                     \
      "_end") ".byte "                                                         \
              "0\n.text\n")

#ifdef KOMADAI_EVALUATION  // else cpp/eval/built_in.cpp has it
EMBED("komadai_built_in", KOMADAI_EVALUATION);
#endif
EMBED("komadai_data", KOMADAI_DATA);
EMBED("komadai_book", KOMADAI_BOOK);
EMBED("komadai_transitions", KOMADAI_TRANSITIONS);
