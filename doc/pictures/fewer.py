#!/usr/bin/env python3
# fewer.py - PNG files of curves with a palette of at most 256 colors, a third of their size:
#     fewer.py PICTURE.png ...
# SPDX-License-Identifier: Apache-2.0
#
# A color of a smoothed edge may move by 8 of 256 per channel; colors that are frequent stay.
# Files that have a palette, or are no pictures of 8 bits per channel, stay as they are.
import collections
import struct
import sys
import zlib

SIGN = b'\x89PNG\r\n\x1a\n'


def chunks(data):
    """The parts of a PNG file: name, content."""
    at = len(SIGN)
    while at < len(data):
        n, name = struct.unpack('>I4s', data[at:at + 8])
        yield name, data[at + 8:at + 8 + n]
        at += 12 + n


def chunk(name, content):
    """A part as it is written."""
    return (struct.pack('>I', len(content)) + name + content
            + struct.pack('>I', zlib.crc32(name + content)))


def nearest(a, b, c):
    """The predictor of Paeth (PNG specification, 9.4)."""
    p, q, r = abs(b - c), abs(a - c), abs(a + b - 2 * c)
    return a if p <= q and p <= r else b if q <= r else c


def rows(raw, width, size):
    """The rows of a picture, filters undone; size: bytes of a pixel."""
    n, above = width * size, bytearray(width * size)
    for at in range(0, len(raw), n + 1):
        kind, row = raw[at], bytearray(raw[at + 1:at + 1 + n])
        if kind == 2:
            row = bytearray((x + y) & 255 for x, y in zip(row, above))
        elif kind:
            for i in range(n):
                a, c = (row[i - size], above[i - size]) if i >= size else (0, 0)
                b = above[i]
                row[i] = (row[i] + (a if kind == 1 else (a + b) // 2 if kind == 3
                                    else nearest(a, b, c))) & 255
        yield bytes(row)
        above = row


def palette(count):
    """Which 256 colors, and the place of every color among them."""
    chosen, place = [], {}
    for color, _ in count.most_common():
        near = min(range(len(chosen)), default=None, key=lambda k: sum(
            (x - y) ** 2 for x, y in zip(chosen[k], color)))
        far = near is None or max(abs(x - y) for x, y in zip(chosen[near], color)) > 8
        if far and len(chosen) < 256:
            near = len(chosen)
            chosen.append(color)
        place[color] = near
    return chosen, place


def fewer(name):
    with open(name, 'rb') as file:
        data = file.read()
    parts = list(chunks(data)) if data.startswith(SIGN) else [(b'', b'')]
    if parts[0][0] != b'IHDR' or parts[0][1][8:13] not in (b'\x08\x02\0\0\0', b'\x08\x06\0\0\0'):
        return
    width, height = struct.unpack('>II', parts[0][1][:8])
    size = 3 if parts[0][1][9] == 2 else 4
    raw = zlib.decompress(b''.join(c for n, c in parts if n == b'IDAT'))
    picture = [list(zip(*[iter(row)] * size)) for row in rows(raw, width, size)]
    count = collections.Counter()
    for row in picture:
        count.update(row)
    if size == 4 and any(color[3] != 255 for color in count):
        return
    chosen, place = palette(count)
    out = b''.join(b'\0' + bytes([place[p] for p in row]) for row in picture)
    with open(name, 'wb') as file:
        file.write(SIGN + chunk(b'IHDR', struct.pack('>IIBBBBB', width, height, 8, 3, 0, 0, 0))
                   + chunk(b'PLTE', b''.join(bytes(c[:3]) for c in chosen))
                   + chunk(b'IDAT', zlib.compress(out, 9)) + chunk(b'IEND', b''))


for argument in sys.argv[1:]:
    fewer(argument)
