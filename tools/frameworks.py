"""Tables as NumPy's and PyTorch's users compose them, for posenc_identify: frameworks.py FOLDER

Prints a line for each table: its files, then what posenc_identify must name. Exits with 77 where
NumPy is missing; tables of PyTorch's are left out where it is missing.
"""

import sys

try:
    import numpy as np
except ImportError:
    sys.exit(77)

folder = sys.argv[1]


def save(name, expected, *arrays):
    files = []
    for k, array in enumerate(arrays):
        files.append(f"{folder}/{name}{k}.npy")
        np.save(files[-1], array)
    print(",".join(files), expected, sep="|")


n, d = 1000, 128

# The paper's table with angles in double, then in float.
for kind in (np.float64, np.float32):
    position = np.arange(n, dtype=kind)[:, None]
    rate = np.exp(np.arange(0, d, 2, dtype=kind) * kind(-np.log(10000.0) / d))
    table = np.zeros((1, n, d), dtype=kind)
    table[0, :, 0::2] = np.sin(position * rate)
    table[0, :, 1::2] = np.cos(position * rate)
    save(f"vaswani_{kind.__name__}", "presets::vaswani(128)", table)
save("vaswani_half", "presets::vaswani(128)", np.asfortranarray(table[0].astype(np.float16)))
save("from_one", "presets::vaswani(128), from position 1", table[0, 1:])

# Sines, then cosines, with the last frequency 1/10000; a padding row of zeros.
step = np.log(10000.0) / (d // 2 - 1)
angle = np.arange(n)[:, None] * np.exp(np.arange(d // 2) * -step)
halves = np.concatenate([np.sin(angle), np.cos(angle)], axis=1)
padded = halves.astype(np.float32)
padded[1] = 0
save("fairseq", "presets::fairseq(128)", padded)
save("whisper", "presets::whisper(128)", halves)

# Caches of rotary embedding: both halves, and each pair twice side by side.
inverse = 1.0 / (500000.0 ** (np.arange(0, d, 2, dtype=np.float32) / d))
angle = np.outer(np.arange(n, dtype=np.float32), inverse)
both = np.concatenate([angle, angle], axis=1)
llama = "rotary_presets::llama_hf(128, 500000.0)"
save("llama", llama, np.cos(both)[None, None], np.sin(both)[None, None])
save("adjacent", llama, np.cos(np.repeat(angle, 2, axis=1)))

pairs = np.stack([np.cos(angle), np.sin(angle)], axis=-1)  # complex numbers as real ones
save("complex", "SinusoidalEncoding(Frequencies::geometric(128, 500000.0), Layout::interleaved_cos_sin)",
     pairs)

# Images. MAE: columns first, a class token of zeros before the patches; a grid that is no square.
def sines_cosines(positions, width):
    angle = np.outer(positions, 10000.0 ** -(np.arange(width // 2) / (width / 2)))
    return np.concatenate([np.sin(angle), np.cos(angle)], axis=1)


y, x = np.meshgrid(np.arange(6.0), np.arange(9.0), indexing="ij")
mae = np.concatenate([sines_cosines(x.ravel(), d // 2), sines_cosines(y.ravel(), d // 2)], axis=1)
token = np.concatenate([np.zeros((1, d)), mae]).astype(np.float32)
save("mae", "presets::mae_2d(128), grid of 6 x 9 from coordinate 0", token[None])
save("mae_grid", "presets::mae_2d(128), grid of 6 x 9 from coordinate 0", mae.reshape(6, 9, d))

# DETR: counts from 1, or normalised by the last one; channels before rows and columns.
rate = 10000.0 ** (-2 * (np.arange(d // 2) // 2) / (d // 2))
for name, scale in ("detr", None), ("detr_normalized", 2 * np.pi):
    blocks = []
    for count in y + 1, x + 1:
        at = count if scale is None else count / (count.max() + 1e-6) * scale
        angle = at[:, :, None] * rate
        block = np.stack([np.sin(angle[:, :, 0::2]), np.cos(angle[:, :, 1::2])], axis=3)
        blocks.append(block.reshape(6, 9, d // 2))
    place = "from coordinate 1" if scale is None else "normalized_positions"
    table = np.concatenate(blocks, axis=2).transpose(2, 0, 1).astype(np.float32)
    expected = f"presets::detr(128), grid of 6 x 9{' ' if scale is None else ', '}{place}"
    save(name, expected, table[None])

# Points of data. NeRF: the points, then octave by octave; PyTorch3D: all sines, all cosines, the points.
x = np.random.default_rng(2).uniform(-1, 1, (200, 3)).astype(np.float32)
octaves = [f(x * np.float32(2.0**k)) for k in range(10) for f in (np.sin, np.cos)]
save("nerf", "presets::nerf(10, 3), at the points in its columns", np.concatenate([x, *octaves], 1))
save("nerf_alone", "presets::nerf(10, 3, RawInput::none)", np.concatenate(octaves, 1))
angle = (x[:, :, None] * np.float32(2.0) ** np.arange(6, dtype=np.float32)).reshape(200, 18)
table = np.concatenate([np.sin(angle), np.cos(angle), x], axis=1)
save("pytorch3d", "presets::pytorch3d(6, 3), at the points in its columns", table)
save("pytorch3d_alone", "presets::pytorch3d(6, 3, 1.0, RawInput::none)", table[:, :36])
B = np.random.default_rng(3).standard_normal((32, 3)).astype(np.float32)
angle = np.float32(2 * np.pi) * x @ B.T
np.save(f"{folder}/points.npy", x)
np.save(f"{folder}/B.npy", B)
np.save(f"{folder}/fourier.npy", np.concatenate([np.sin(angle), np.cos(angle)], axis=1))
fourier = "FourierFeatures({Frequencies::given(B.col(0)).times_pi(2), ...}, Layout::sin_cos)"
print(f"{folder}/fourier.npy,--points,{folder}/points.npy,--matrix,{folder}/B.npy", fourier, sep="|")

np.save(f"{folder}/far.npy", np.full((200, 3), 1e300))
print(f"{folder}/nerf0.npy,--points,{folder}/far.npy", "far.npy: expected numbers up to 2^53", sep="|")

save("chunk", "presets::whisper(128), from position 700", halves[700:900])
save("noise", "none", np.random.default_rng(1).standard_normal((50, d)))
angle = np.outer(np.arange(50), 12345.0 ** (-np.arange(0, d, 2) / d))
save("other_base", "none", np.stack([np.sin(angle), np.cos(angle)], axis=-1).reshape(50, d))

try:
    import torch
except ImportError:
    sys.exit(0)

position = torch.arange(n, dtype=torch.float).unsqueeze(1)
rate = torch.exp(torch.arange(0, d, 2).float() * (-np.log(10000.0) / d))
table = torch.zeros(n, 1, d)
table[:, 0, 0::2] = torch.sin(position * rate)
table[:, 0, 1::2] = torch.cos(position * rate)
save("torch", "presets::vaswani(128)", table.numpy())
