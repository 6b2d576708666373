// komadai-usi: the engine as a program of its own, with the files that embedded.cpp has.
#include <cstdlib>
#include <memory>
#include <string>

#include "engine/file_text.h"
#include "engine/program.h"
#include "system/machine.h"

extern "C" const char komadai_data[], komadai_data_end[], komadai_book[], komadai_book_end[],
    komadai_transitions[], komadai_transitions_end[];

namespace komadai::engine {

// Runs the engine on standard input and output until "quit", and ends the process; main.cpp calls it.
[[noreturn]] void run() {
  prepare_program();
  const Json data({komadai_data, size_t(komadai_data_end - komadai_data)}), variants = data["variants"];
  Parts parts;
  parts.data = std::make_shared<ProgramData>(
      std::string(data["program"].json()),
      [variants](const std::string& name) { return std::string(variants[name].json()); });
  parts.own_book = std::make_shared<YaneuraOuBook>(std::string(komadai_book, komadai_book_end));
  parts.open_book = [](const std::string& path) { return std::make_shared<YaneuraOuBook>(file_text(path)); };
  parts.transitions.assign(komadai_transitions, komadai_transitions_end);
  // Its thread reads until the input ends, which may be after "quit", so it is not destroyed.
  UsiPipe& pipe = *new UsiPipe(0, 1);
  Program(pipe, std::move(parts)).serve();
  std::_Exit(0);
}

}  // namespace komadai::engine
