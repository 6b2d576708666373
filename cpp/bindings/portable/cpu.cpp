// komadai._cpu.build(): the fastest of a portable wheel's builds that this processor supports.
#include <Python.h>

#include "system/best_build.h"

namespace {

PyObject* build(PyObject*, PyObject*) {
  for (const char* const newest : {"avx512", "avx2"})
    if (komadai::can_run(newest)) return PyUnicode_FromString(newest);
  return PyUnicode_FromString("baseline");
}

PyMethodDef methods[] = {{"build", build, METH_NOARGS, "The best build for this processor."}, {}};
PyModuleDef module = {PyModuleDef_HEAD_INIT, "_cpu", nullptr, 0, methods, nullptr, nullptr, nullptr, nullptr};

}  // namespace

PyMODINIT_FUNC PyInit__cpu() { return PyModule_Create(&module); }
