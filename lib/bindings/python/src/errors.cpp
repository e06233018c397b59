// SPDX-License-Identifier: BSL-1.0
#include "errors.hpp"

#include <array>
#include <cstddef>

namespace py = pybind11;

namespace portolan::python {
namespace {

struct ErrorClass {
  ErrorCode code;
  const char* name;
  const char* doc;
};

constexpr std::array<ErrorClass, 6> kClasses{{
    {ErrorCode::io, "IoError", "A file cannot be opened, read or written. Also an OSError."},
    {ErrorCode::syntax, "FormatError", "What a file, a profile or a graph says does not follow its format."},
    {ErrorCode::limit, "LimitError", "Larger than a documented limit, or than the memory given."},
    {ErrorCode::unsupported, "UnsupportedError", "Well formed, but of a kind or version that is not handled."},
    {ErrorCode::corrupt, "CorruptError", "A world file that contradicts itself."},
    {ErrorCode::usage, "UsageError", "Arguments that are wrong, or do not fit together or with the world."},
}};

/// By the value of their codes; they live as long as the interpreter.
std::array<PyObject*, kClasses.size()>& classes() {
  static std::array<PyObject*, kClasses.size()> all{};
  return all;
}

py::object make_class(const char* name, const char* doc, const py::object& bases) {
  const std::string full = std::string("portolan.") + name;
  PyObject* const made = PyErr_NewExceptionWithDoc(full.c_str(), doc, bases.ptr(), nullptr);
  if (made == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::object>(made);
}

}  // namespace

void add_errors(py::module_& module) {
  const py::object base =
      make_class("Error", "What all errors of this module are. The message names what is wrong and where.",
                 py::reinterpret_borrow<py::object>(PyExc_Exception));
  module.attr("Error") = base;
  for (const ErrorClass& entry : kClasses) {
    PyObject* const builtin = entry.code == ErrorCode::io ? PyExc_OSError : PyExc_ValueError;
    const py::object made =
        make_class(entry.name, entry.doc, py::make_tuple(base, py::reinterpret_borrow<py::object>(builtin)));
    module.attr(entry.name) = made;
    classes()[static_cast<std::size_t>(entry.code)] = made.inc_ref().ptr();
  }
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const Failure& failure) {
      // Names of files may be any bytes.
      const std::string_view text = failure.what();
      const py::object message = py::reinterpret_steal<py::object>(
          PyUnicode_DecodeUTF8(text.data(), static_cast<py::ssize_t>(text.size()), "surrogateescape"));
      if (message) PyErr_SetObject(classes()[static_cast<std::size_t>(failure.code())], message.ptr());
    }
  });
}

}  // namespace portolan::python
