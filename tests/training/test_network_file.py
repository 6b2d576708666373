"""Networks: quantized, written, read again; the field's nn.bin; refused files; values of the engine."""

from __future__ import annotations

import struct
import zlib
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from komadai import Board
from komadai._core import Evaluation, built_in_weights
from komadai.errors import EvaluationFileError
from komadai.packed import EvaluatedPosition
from komadai.training.features import HALFKP, FeatureSet, king_buckets
from komadai.training.float_network import LIMITS, FloatNetwork, Shape, quantization_error
from komadai.training.loss import Loss
from komadai.training.network_file import MAGIC, Network, read
from komadai.training.psv_files import Batch, BatchReader, PsvFiles, Selection
from komadai.training.step import NativeStep, StepState
from tests.training.positions import boards, material_file

SHAPES = {
    "K+P": Shape(FeatureSet(), 32),
    "mirrored": Shape(FeatureSet(mirrored=True), 64),
    "buckets": Shape(king_buckets(9, mirrored=True), 32),
    "HalfKP": Shape(HALFKP, 32),
}
PLACES = ("bias", "weights", "first_bias", "first", "second_bias", "second", "output_bias", "output")


def network_of(shape: Shape, seed: int = 1) -> FloatNetwork:
    """A network with outputs of some hundred centipawns."""
    network = FloatNetwork.random(shape, seed)
    generator = np.random.default_rng(seed)
    parts = network.parts()
    parts["weights"][:] += generator.normal(0, 0.05, parts["weights"].shape)
    parts["output"][:] = generator.uniform(-1.6, 1.6, 32)
    return network


def inputs_of(shape: Shape, path: Path, count: int) -> Batch:
    files = PsvFiles([material_file(path / "positions.psv", count)])
    selection = Selection(skip_checks=False, max_score=1 << 15)
    return BatchReader(files, shape.features, selection).read(np.arange(count, dtype=np.uint64))


def same(a: Network, b: Network) -> bool:
    return (a.features, a.scale, a.description) == (b.features, b.scale, b.description) and all(
        np.array_equal(getattr(a, name), getattr(b, name)) for name in PLACES
    )


def reference_output(network: Network, inputs: np.ndarray) -> int:
    """The output for one position, number by number."""
    activations: list[int] = []
    for side in inputs:
        for column in range(network.width):
            total = int(network.bias[column])
            total += sum(int(network.weights[i, column]) for i in side if i != 0xFFFFFFFF)
            activations.append(max(0, min(total, 127)))
    for bias, weights in ((network.first_bias, network.first), (network.second_bias, network.second)):
        activations = [
            max(
                0,
                min(
                    (int(bias[n]) + sum(int(w) * x for w, x in zip(weights[n], activations, strict=True)))
                    // 64,
                    127,
                ),
            )
            for n in range(32)
        ]
    return network.output_bias + sum(int(w) * x for w, x in zip(network.output, activations, strict=True))


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_a_network_is_read_as_it_was_written(shape: Shape, tmp_path: Path) -> None:
    network = network_of(shape).quantized({"licence": "MIT", "名前": "駒台"}).network
    network.write(tmp_path / "a.network")
    assert same(read(tmp_path / "a.network"), network)


def test_the_file_has_the_documented_layout(tmp_path: Path) -> None:
    shape = SHAPES["buckets"]
    network = network_of(shape).quantized({"a": 1}).network
    data = network.to_bytes()
    body = data[32:]
    assert data[:20] == b"KOMADAI NETWORK\0\0\0\0\0"
    assert struct.unpack("<III", data[20:32]) == (1, len(body), zlib.crc32(body))
    assert struct.unpack("<HHBBH", body[:8]) == (32, 16, 1, 1, 9)
    assert body[8:89] == shape.features.bucket_of
    assert body[89:92] == bytes(3)
    assert struct.unpack("<I", body[92:96]) == (8,)
    assert body[96:104] == b'{"a": 1}'
    assert np.array_equal(np.frombuffer(body[104:168], "<i2"), network.bias)
    inputs = 9 * 1710
    at = 168 + 2 * 32 * inputs
    assert np.array_equal(np.frombuffer(body[168:at], "<i2").reshape(inputs, 32), network.weights)
    assert np.array_equal(np.frombuffer(body[at : at + 128], "<i4"), network.first_bias)
    assert np.array_equal(np.frombuffer(body[at + 128 : at + 128 + 64], "i1"), network.first[0])
    assert body[-32:] == network.output.tobytes()
    assert body[-36:-32] == struct.pack("<i", network.output_bias)
    assert len(body) == at + 4 * 32 + 32 * 64 + 4 * 32 + 32 * 32 + 4 + 32


@pytest.mark.parametrize("shape", [SHAPES["K+P"], SHAPES["mirrored"]], ids=["K+P", "mirrored"])
def test_outputs_are_those_of_the_definition(shape: Shape, tmp_path: Path) -> None:
    network = network_of(shape).quantized().network
    inputs = inputs_of(shape, tmp_path, 20).inputs
    outputs = network.outputs(inputs)
    assert outputs.tolist() == [reference_output(network, each) for each in inputs]
    assert len(set(outputs.tolist())) > 10
    values = network.values(inputs)
    assert values.tolist() == [int(output / 16) for output in outputs.tolist()]


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_the_quantized_network_has_almost_the_values_of_the_float_network(
    shape: Shape, tmp_path: Path
) -> None:
    network = network_of(shape)
    batch = inputs_of(shape, tmp_path, 500)
    outputs = NativeStep(shape, StepState.initial(network), Loss()).outputs(batch)
    assert np.abs(600 * outputs).mean() > 100
    quantization = network.quantized()
    error = quantization_error(quantization.network, batch.inputs, outputs)
    assert error.mean < 0.1 * np.abs(600 * outputs).mean()
    assert error.mean <= error.largest

    again = FloatNetwork.from_network(quantization.network)
    assert same(again.quantized().network, replace(quantization.network, description={}))


def test_weights_that_are_too_large_are_clipped_and_counted() -> None:
    network = FloatNetwork.random(SHAPES["K+P"], 1)
    parts = network.parts()
    parts["weights"][5, :3] = LIMITS.accumulator * 2
    parts["first"][1, 1] = -2.1
    parts["output"][7] = 1.8
    quantization = network.quantized()
    assert quantization.clipped == {
        "bias": 0, "weights": 3, "first_bias": 0, "first": 1, "second_bias": 0, "second": 0, "output_bias": 0,
        "output": 1,
    }  # fmt: skip
    assert quantization.network.weights[5, 0] == 799
    assert quantization.network.first[1, 1] == -127
    assert quantization.network.output[7] == 127
    # All inputs of a position at once do not overflow an accumulator.
    assert 799 * (40 + 1) <= 32767


def test_a_factorised_network_is_quantized_with_the_sum_of_its_weights() -> None:
    shape = Shape(king_buckets(3, mirrored=True), 32, factorised=True)
    network = FloatNetwork.random(shape, 1)
    parts = network.parts()
    parts["weights"][:] = np.random.default_rng(1).normal(0, 0.1, parts["weights"].shape)
    quantized = network.quantized().network
    again = FloatNetwork.from_network(quantized, factorised=True)
    assert np.abs(again.parts()["shared"]).max() > 0
    assert same(again.quantized().network, quantized)
    weights = quantized.weights
    for bucket in range(3):
        own = parts["weights"][bucket * 1710 : (bucket + 1) * 1710]
        expected = np.rint(127 * (own.astype(np.float64) + parts["shared"]))
        assert np.array_equal(weights[bucket * 1710 : (bucket + 1) * 1710], expected)


def nn_bin(network: Network, text: str) -> bytes:
    """The network as YaneuraOu writes one."""
    return b"".join(
        (
            struct.pack("<III", 0x7AF32F16, 1234, len(text)), text.encode(),
            struct.pack("<I", 5678), network.bias.tobytes(), network.weights.tobytes(),
            struct.pack("<I", 9012), network.first_bias.tobytes(), network.first.tobytes(),
            network.second_bias.tobytes(), network.second.tobytes(), struct.pack("<i", network.output_bias),
            network.output.tobytes(),
        )
    )  # fmt: skip


@pytest.mark.parametrize(
    ("shape", "text"),
    [
        ("K+P", "Features=K+P[1710->32x2],Network=AffineTransform[1<-32](...)"),
        ("HalfKP", "Features=HalfKP(Friend)[125388->32x2],Network=AffineTransform[1<-32](...)"),
    ],
)
def test_an_nn_bin_of_the_field_is_read(shape: str, text: str, tmp_path: Path) -> None:
    network = network_of(SHAPES[shape]).quantized().network
    (tmp_path / "nn.bin").write_bytes(nn_bin(network, text))
    assert same(read(tmp_path / "nn.bin"), replace(network, description={"architecture": text}))


def test_other_and_damaged_files_are_refused_with_what_they_are(tmp_path: Path) -> None:
    network = network_of(SHAPES["K+P"]).quantized().network
    data = network.to_bytes()
    field = nn_bin(network, "Features=K+P[1710->32x2],...")
    longer = bytearray(data)
    longer[20] = 2
    damaged = bytearray(data)
    damaged[5000] ^= 1
    body = bytearray(data[32:])
    body[0] = 33  # the width

    def checked(body: bytes) -> bytes:
        return MAGIC + struct.pack("<III", 1, len(body), zlib.crc32(body)) + body

    for bad, wrong in (
        (b"", "byte 0: expected 'KOMADAI NETWORK'"),
        (b"KOMADAI EVALUATION".ljust(2000, b"\0"), "byte 0: expected 'KOMADAI NETWORK'"),
        (data[:100], "byte 100: expected more: a truncated network"),
        (data[:-1], "byte 24: expected .* bytes after the header"),
        (data + b"x", "byte 24: expected .* bytes after the header"),
        (bytes(longer), "version 2, expected version 1"),
        (bytes(damaged), "byte 28: the checksum"),
        (checked(bytes(body)), "width 33, expected a multiple of 32"),
        (checked(data[32:-4]), "expected .* bytes of weights"),
        (field[:11], "truncated nn.bin"),
        (field[:-1], "another architecture, or truncated"),
        (field.replace(b"K+P", b"K+Q"), "architecture 'Features=K\\+Q"),
    ):
        (tmp_path / "a").write_bytes(bad)
        with pytest.raises(EvaluationFileError, match=wrong):
            read(tmp_path / "a")
    with pytest.raises(FileNotFoundError):
        read(tmp_path / "none")


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_the_engine_has_the_values_of_the_reference(shape: Shape, tmp_path: Path) -> None:
    network = network_of(shape).quantized().network
    path = tmp_path / "a.network"
    network.write(path)
    evaluation = Evaluation(str(path))
    quiet = [board.copy() for board in boards(400, 9) if not board.is_check()]
    records = tmp_path / "quiet.psv"
    records.write_bytes(b"".join(EvaluatedPosition(board, 0, None, None).to_psv() for board in quiet))
    files = PsvFiles([records])
    inputs = BatchReader(files, shape.features).read(np.arange(len(files), dtype=np.uint64)).inputs
    expected = np.clip(network.values(inputs), -15_000, 15_000)
    assert [evaluation.value(Board(board.sfen())) for board in quiet] == expected.tolist()


@pytest.mark.parametrize("shape", [SHAPES["mirrored"], SHAPES["buckets"]], ids=["mirrored", "buckets"])
def test_a_correction_is_added_to_the_handmade_evaluation(shape: Shape, tmp_path: Path) -> None:
    network = network_of(shape).quantized({"a": 1}, corrected=built_in_weights()).network
    path = tmp_path / "a.network"
    network.write(path)
    assert same(read(path), network)
    assert read(path).corrected == built_in_weights()
    evaluation, handmade = Evaluation(path), Evaluation()
    quiet = [board.copy() for board in boards(200, 9) if not board.is_check()]
    records = tmp_path / "quiet.psv"
    records.write_bytes(b"".join(EvaluatedPosition(board, 0, None, None).to_psv() for board in quiet))
    files = PsvFiles([records])
    inputs = BatchReader(files, shape.features).read(np.arange(len(files), dtype=np.uint64)).inputs
    sums = np.array([handmade.value(board) for board in quiet]) + np.clip(
        network.values(inputs), -15_000, 15_000
    )
    assert [evaluation.value(board) for board in quiet] == np.clip(sums, -15_000, 15_000).tolist()
    assert [evaluation.output(board) for board in quiet] == network.outputs(inputs).tolist()
    # The same with the updates of a search.
    game = quiet[-1]
    alone = network_alone(network, tmp_path)
    parts = zip(handmade.values_along(game), alone.values_along(game), strict=True)
    assert evaluation.values_along(game) == [a + b for a, b in parts]


def network_alone(network: Network, folder: Path) -> Evaluation:
    """The evaluation by a network without what it corrects."""
    replace(network, corrected=b"").write(folder / "alone.network")
    return Evaluation(folder / "alone.network")


def test_the_weights_that_a_network_corrects_are_read_with_it(tmp_path: Path) -> None:
    network = network_of(SHAPES["K+P"]).quantized(corrected=built_in_weights()).network
    body = bytearray(network.to_bytes()[32:])
    body[-40_000] ^= 1  # of the weights of the handmade evaluation, which have a checksum of their own
    path = tmp_path / "a.network"

    def write(body: bytearray) -> None:
        path.write_bytes(MAGIC + struct.pack("<III", 1, len(body), zlib.crc32(body)) + body)

    write(body)
    with pytest.raises(EvaluationFileError, match="checksum is not that of the weights"):
        Evaluation(path)
    for changed in (body[:-2], body + b"\0"):
        write(changed)
        for open_it in (Evaluation, read):
            with pytest.raises(EvaluationFileError, match="bytes of weights"):
                open_it(path)
    body[89] = 2
    write(body)
    for open_it in (Evaluation, read):
        with pytest.raises(EvaluationFileError, match="expected 0 or 1"):
            open_it(path)
