"""Animated GIFs and MP4 films, decoded by Pillow and FFmpeg."""

from __future__ import annotations

from io import BytesIO

import av
import pytest
from PIL import Image, ImageChops, ImageStat

from komadai import RangeError, UnknownStyleError, publish
from komadai.kifu import Game
from komadai.publish import typeset
from komadai.publish.frames import Film
from komadai.publish.h264 import Bits, Encoder
from tests.publish.games import game, shuffle
from tests.publish.pdf_pages import pages


def difference(one: Image.Image, other: Image.Image) -> float:
    """The mean difference of two pictures, 0 to 255."""
    channels = ImageStat.Stat(ImageChops.difference(one.convert("RGB"), other.convert("RGB"))).mean
    return sum(channels) / 3


def decoded(data: bytes) -> list[tuple[float, Image.Image]]:
    """Every frame of a film with its time in seconds; colours are decoded as BT.709."""
    with av.open(BytesIO(data), "r") as file:
        [stream] = file.streams
        assert stream.type == "video"
        frames = []
        for frame in file.decode(video=0):
            picture = frame.reformat(format="rgb24", src_colorspace="ITU709", dst_colorspace="ITU709")
            frames.append((float(frame.time or 0), picture.to_image()))  # type: ignore[no-untyped-call]
        return frames


class TestFilm:
    def test_it_has_the_start_and_every_move_and_shows_the_last_longer(self) -> None:
        film = Film(game(), width=320, delay=0.5)
        frames = list(film)
        assert len(frames) == len(film) == 7
        assert [frame.milliseconds for frame in frames] == [500] * 6 + [2500]
        assert {frame.image.size for frame in frames} == {(film.width, film.height)}
        assert film.width % 2 == film.height % 2 == 0

    def test_its_pictures_are_those_of_the_svg(self) -> None:
        played = game()
        film = Film(played, width=878, delay=1, language="ja")
        last = list(film)[-1].image
        png = Image.open(BytesIO(publish.png(played.board(played.end), size=878, dark=False)))
        top = (film.height - png.height) // 2
        assert difference(last.crop((0, top, 878, top + png.height)), png) < 4

    def test_it_may_begin_later(self) -> None:
        assert len(Film(game(), width=320, delay=1, start=4)) == 3
        with pytest.raises(RangeError, match="a ply of 0 to 6, got 7"):
            Film(game(), width=320, delay=1, start=7)

    def test_it_reports_its_progress(self) -> None:
        told: list[tuple[int, int]] = []
        film = Film(game(), width=200, delay=1, progress=lambda done, total: told.append((done, total)))
        list(film)
        assert told == [(done, 7) for done in range(1, 8)]

    @pytest.mark.parametrize(
        "name", ["大" * 300, "W" * 300, "שלום עולם", "👍🏽 🏴‍☠️", "#import *x*", 'a\\b"c']
    )
    def test_any_name_fits(self, name: str) -> None:
        played = Game(headers={"black": name, "white": name, "event": name})
        assert len(list(Film(played, width=200, delay=1))) == 1

    @pytest.mark.parametrize(("width", "delay"), [(159, 1.0), (2001, 1.0), (400, 0.01), (400, 61.0)])
    def test_numbers_out_of_range_are_errors(self, width: int, delay: float) -> None:
        with pytest.raises(RangeError):
            Film(game(), width=width, delay=delay)

    def test_unknown_faces_are_an_error(self) -> None:
        with pytest.raises(UnknownStyleError):
            list(Film(game(), width=200, delay=1, faces="staunton"))


class TestCaptions:
    @pytest.mark.parametrize("width", [160, 300, 1000])
    def test_the_move_is_never_shortened_and_the_name_only_if_necessary(self, width: int) -> None:
        strips = [
            {"left": left, "right": right, "ours": True}
            for left in ("▲ Habu", "▲ " + "W" * 200)
            for right in ("112　△Gx5c", "113　▲6三銀左不成")
        ]
        data = {"width": width, "height": width // 15, "size": width / 36, "lang": "en", "strips": strips}
        for page, strip in zip(pages(typeset.pdf("captions.typ", data)), strips, strict=True):
            assert str(strip["right"]) in page
            assert "▲ Habu" in page or ("W…" in page and "WWWWWWWW" in page)


class TestGif:
    def test_it_repeats_forever_and_has_the_frames_of_the_film(self) -> None:
        film = Film(game(), width=320, delay=0.5)
        gif = Image.open(BytesIO(publish.gif(game(), size=320, delay=0.5)))
        assert gif.format == "GIF"
        assert gif.info["loop"] == 0
        durations = []
        for number, frame in enumerate(film):
            gif.seek(number)
            durations.append(gif.info["duration"])
            assert difference(gif, frame.image) < 5
        assert durations == [500] * 6 + [2500]
        assert gif.n_frames == 7  # type: ignore[attr-defined]

    def test_a_hundred_moves_are_less_than_half_a_megabyte(self) -> None:
        data = publish.gif(shuffle(100), size=480)
        assert len(data) < 500_000

    def test_a_game_without_moves_is_one_picture(self) -> None:
        assert getattr(Image.open(BytesIO(publish.gif(Game(), size=200))), "n_frames", 1) == 1


class TestMp4:
    def test_the_frames_are_the_film_s(self) -> None:
        film = list(Film(game(), width=320, delay=0.5))
        frames = decoded(publish.mp4(game(), size=320, delay=0.5))
        assert len(frames) == 6 * 5 + 25
        for number, (time, image) in enumerate(frames):
            assert time == pytest.approx(number / 10)
            assert difference(image, film[min(number // 5, 6)].image) < 3

    def test_decoded_colours_are_those_of_the_frames(self) -> None:
        [*_, (_, image)] = decoded(publish.mp4(game(), size=320, delay=0.1))
        for at, colour in {
            (160, 3): (0xF7, 0xF1, 0xE5),
            (310, image.height // 2): (0xF7, 0xF1, 0xE5),
        }.items():
            shown = image.getpixel(at)
            assert isinstance(shown, tuple)
            assert max(abs(a - b) for a, b in zip(shown, colour, strict=True)) <= 2

    def test_it_uses_only_features_that_every_player_supports(self) -> None:
        data = publish.mp4(game(), size=300)
        with av.open(BytesIO(data), "r") as file:
            stream = file.streams.video[0]
            assert stream.codec_context.name == "h264"
            assert stream.codec_context.pix_fmt == "yuv420p"
            assert "Baseline" in str(stream.profile)
            assert stream.average_rate == 10
            assert (stream.width, stream.height) == (300, Film(game(), width=300, delay=1).height)
            assert file.format.name.startswith("mov,mp4")
        # The index comes first, so that the film plays while it loads.
        assert data.index(b"moov") < data.index(b"mdat")

    @pytest.mark.parametrize("size", [160, 162, 478, 1002])
    def test_any_size_is_cropped_exactly(self, size: int) -> None:
        played = shuffle(1)
        film = list(Film(played, width=size, delay=0.1))
        frames = decoded(publish.mp4(played, size=size, delay=0.1))
        assert frames[0][1].size == film[0].image.size
        assert difference(frames[0][1], film[0].image) < 3

    def test_rounding_errors_of_moves_do_not_add_up(self) -> None:
        # 9 moves of 0.25 s and an end of 1.75 s are 4 s.
        assert len(decoded(publish.mp4(shuffle(9), size=160, delay=0.25))) == 40


class TestH264:
    @pytest.mark.parametrize(
        ("value", "code"), [(0, "1"), (1, "010"), (2, "011"), (3, "00100"), (7, "0001000"), (29, "000011110")]
    )
    def test_numbers_are_exponential_golomb_codes(self, value: int, code: str) -> None:
        bits = Bits()
        bits.ue(value)
        written = bits.nal(7)[1:]
        assert f"{int.from_bytes(written):0{8 * len(written)}b}".startswith(code + "1")

    def test_no_bytes_inside_look_like_the_start_of_another_unit(self) -> None:
        bits = Bits()
        bits.whole_bytes(bytes([0, 0, 0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0, 4]))
        assert bits.nal(7)[1:-1] == bytes([0, 0, 3, 0, 0, 3, 0, 1, 0, 0, 3, 2, 0, 0, 3, 3, 0, 0, 4])

    def test_a_repeated_picture_costs_a_few_bytes(self) -> None:
        encoder = Encoder(640, 480, 10)
        image = Image.effect_noise((640, 480), 90).convert("RGB")
        assert len(encoder.frame(image)) > 640 * 480
        assert len(encoder.still()) < 16
        assert len(encoder.frame(image)) < 16

    def test_unsupported_sizes_are_errors(self) -> None:
        for size in ((641, 480), (640, 481), (8000, 8000)):
            with pytest.raises(RangeError):
                Encoder(*size, 10)
        with pytest.raises(RangeError, match="expected a picture of 640 × 480"):
            Encoder(640, 480, 10).frame(Image.new("RGB", (320, 240)))
