"""Search with a network that gives a policy and a value: PUCT, as in AlphaZero.

``Puct`` searches a ``SearchedGame`` (``ShogiGame``, ``VariantGame``) with a ``Network``. ``OnnxModel`` is a
network in dlshogi's interface, run by onnxruntime (``pip install 'komadai[onnx]'``). All of it needs NumPy.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from komadai.policy_value.games import Inputs, SearchedGame, ShogiGame, VariantGame
    from komadai.policy_value.onnx_model import OnnxModel
    from komadai.policy_value.puct import Network, Puct, PuctResult, PuctSettings

_MODULES = {
    "Inputs": "games",
    "Network": "puct",
    "OnnxModel": "onnx_model",
    "Puct": "puct",
    "PuctResult": "puct",
    "PuctSettings": "puct",
    "SearchedGame": "games",
    "ShogiGame": "games",
    "VariantGame": "games",
}

__all__ = [
    "Inputs",
    "Network",
    "OnnxModel",
    "Puct",
    "PuctResult",
    "PuctSettings",
    "SearchedGame",
    "ShogiGame",
    "VariantGame",
]

if not TYPE_CHECKING:  # so that a type checker still reports unknown names

    def __getattr__(name: str) -> object:
        if name not in _MODULES:
            raise AttributeError(f"module 'komadai.policy_value' has no attribute {name!r}")
        return getattr(import_module(f"komadai.policy_value.{_MODULES[name]}"), name)
