"""Reads and writes 8-bit RGB PNG files: enough to compare the pipeline's pictures, without packages."""
import struct
import zlib


def read(path):
    """Returns (width, height, rows), rows being one bytearray of RGB triples a row."""
    with open(path, "rb") as file:
        data = file.read()
    if data[:8] != b"\x89PNG\r\n\x1a\n":
        raise ValueError(f"{path}: not a PNG file")
    at, packed, width, height = 8, b"", 0, 0
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + length]
        if kind == b"IHDR":
            width, height, depth, color = struct.unpack(">IIBB", body[:10])
            if (depth, color) != (8, 2):
                raise ValueError(f"{path}: not 8-bit RGB")
        elif kind == b"IDAT":
            packed += body
        at += length + 12
    return width, height, _unfilter(zlib.decompress(packed), width, height)


def _paeth(a, b, c):
    pa, pb, pc = abs(b - c), abs(a - c), abs(a + b - 2 * c)
    return a if pa <= pb and pa <= pc else b if pb <= pc else c


def _unfilter(raw, width, height):
    stride, rows, above = 3 * width, [], bytearray(3 * width)
    for y in range(height):
        kind = raw[y * (stride + 1)]
        row = bytearray(raw[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
        for i in range(stride if kind else 0):
            left = row[i - 3] if i >= 3 else 0
            corner = above[i - 3] if i >= 3 else 0
            guess = (0, left, above[i], (left + above[i]) // 2, _paeth(left, above[i], corner))[kind]
            row[i] = (row[i] + guess) & 255
        rows.append(row)
        above = row
    return rows


def write(path, width, height, rows):
    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    raw = b"".join(b"\0" + bytes(row) for row in rows)
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)))
        file.write(chunk(b"IDAT", zlib.compress(raw)) + chunk(b"IEND", b""))


def difference(a, b):
    """The mean absolute difference of two pictures' components, and the share of pixels that differ by more than 2."""
    (width, height, rows_a), (width_b, height_b, rows_b) = a, b
    if (width, height) != (width_b, height_b):
        raise ValueError("the pictures have different sizes")
    total, changed = 0, 0
    for row_a, row_b in zip(rows_a, rows_b):
        if row_a == row_b:
            continue
        steps = [abs(x - y) for x, y in zip(row_a, row_b)]
        total += sum(steps)
        changed += sum(1 for i in range(0, len(steps), 3) if max(steps[i:i + 3]) > 2)
    return total / (3 * width * height), changed / (width * height)
