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


n, d = 3000, 128

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

save("noise", "none", np.random.default_rng(1).standard_normal((50, d)))
save("other_base", "none", np.sin(np.outer(np.arange(50), 12345.0 ** (-np.arange(d) / d))))

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
