"""Networks in dlshogi's interface as ONNX files, run by onnxruntime."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from komadai.errors import ModelFileError
from komadai.extras import extra

with extra("onnx"):
    import numpy as np
    import onnxruntime

if TYPE_CHECKING:
    from typing import Any

    from numpy.typing import NDArray

    from komadai.policy_value.games import Inputs

_CHANNELS: Final = (62, 57)
_ACTIONS: Final = 2187


class OnnxModel:
    """A network that takes dlshogi's two inputs, and gives a policy and the probability of a win.

    The inputs are float32 (n, 62, 9, 9) and (n, 57, 9, 9), the outputs float32 (n, 2187), logits, and (n, 1)
    or (n,), from 0 to 1. Their names do not matter, nor their order; n must not be fixed.
    """

    def __init__(self, path: str | Path, *, threads: int = 1) -> None:
        """Loads the file. ``threads``: of onnxruntime on the processor.

        Raises OSError if the file cannot be read, ModelFileError if onnxruntime does not run it (for example
        because of its opset) or if its inputs or outputs have another shape.
        """
        data = Path(path).read_bytes()
        self.path: Final = Path(path)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        options.log_severity_level = 4
        # Threads that wait for the next batch would take processor time from the search.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        providers = [name for name in _PROVIDERS if name in onnxruntime.get_available_providers()]
        try:
            self._session = onnxruntime.InferenceSession(data, options, providers=providers)
        except Exception as error:  # onnxruntime's exceptions have no common class of their own
            raise ModelFileError(f"{path}: onnxruntime does not load the model: {error}") from None
        self._inputs = [self._find_input(channels) for channels in _CHANNELS]
        self._policy, self._value = self._find_output(_ACTIONS), self._find_output(1)
        self.batches: int = 0
        """Calls of :meth:`evaluate`."""
        self.evaluated: int = 0
        """Positions in them."""

    def evaluate(self, inputs: Inputs) -> tuple[NDArray[Any], NDArray[Any]]:
        """The logits (n, 2187), and the values (n,) from -1 to 1, of n positions."""
        self.batches += 1
        self.evaluated += len(inputs[0])
        policy, value = self._session.run(
            [self._policy, self._value], dict(zip(self._inputs, inputs, strict=True))
        )
        return policy, 2 * np.asarray(value, np.float32).reshape(-1) - 1

    def _find_input(self, channels: int) -> str:
        arrays = self._session.get_inputs()
        for array in arrays:
            if list(array.shape[1:]) == [channels, 9, 9] and array.type == "tensor(float)":
                return self._checked(array)
        raise ModelFileError(
            f"{self.path}: expected an input float (n, {channels}, 9, 9); the inputs are {_list(arrays)}"
        )

    def _find_output(self, columns: int) -> str:
        arrays = self._session.get_outputs()
        shapes = ([columns], []) if columns == 1 else ([columns],)
        for array in arrays:
            if list(array.shape[1:]) in shapes and array.type == "tensor(float)":
                return str(array.name)
        raise ModelFileError(
            f"{self.path}: expected an output float (n, {columns}); the outputs are {_list(arrays)}"
        )

    def _checked(self, array: Any) -> str:
        if isinstance(array.shape[0], int):
            raise ModelFileError(
                f"{self.path}: the input {array.name} has the fixed batch size {array.shape[0]}; "
                "expected one that can change"
            )
        return str(array.name)


_PROVIDERS: Final = ("CUDAExecutionProvider", "CPUExecutionProvider")
"""The providers of onnxruntime, the preferred first."""


def _list(arrays: Any) -> str:
    return ", ".join(f"{array.name} {array.type} {tuple(array.shape)}" for array in arrays)
