// komadai._cpu.build(): the fastest of a portable wheel's builds that this processor supports.
#include <Python.h>

namespace {

PyObject* build(PyObject*, PyObject*) {
  __builtin_cpu_init();
  const char* best = "baseline";
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma"))
    best = "avx2";
  if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vbmi2") &&
      __builtin_cpu_supports("avx512vpopcntdq") && __builtin_cpu_supports("avx512vnni") &&
      __builtin_cpu_supports("avx512bitalg"))
    best = "avx512";
  return PyUnicode_FromString(best);
}

PyMethodDef methods[] = {{"build", build, METH_NOARGS, "The best build for this processor."}, {}};
PyModuleDef module = {PyModuleDef_HEAD_INIT, "_cpu", nullptr, 0, methods, nullptr, nullptr, nullptr, nullptr};

}  // namespace

PyMODINIT_FUNC PyInit__cpu() { return PyModule_Create(&module); }
