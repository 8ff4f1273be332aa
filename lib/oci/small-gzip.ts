import { Gzip } from 'fflate';
import type { Pieces } from './byte-pieces.ts';

/** Other values would give other bytes. 6 is the usual effort; a higher level takes longer and saves a hundredth. */
const settings = { level: 6, mem: 8, mtime: 0 } as const;

/** The size of a portion for the compressor, which also affects the bytes. */
const portionBytes = 2 ** 20;

/**
 * Compresses bytes with gzip, with the same result on every machine, in every release of Node, and for any division
 * into pieces.
 *
 * Node's own compressor is ten times faster, but its bytes differ between releases and between processors. This one is
 * JavaScript and uses only integers; a new release may give other bytes, so its version is pinned. It takes some 8 s
 * for 100 MB.
 *
 * @see https://www.rfc-editor.org/rfc/rfc1952
 */
export function smallGzip(content: Pieces): Uint8Array {
  const compressed: Uint8Array[] = [];
  const gzip = new Gzip(settings, (bytes) => compressed.push(bytes));
  for (const portion of equalPortions(content)) gzip.push(portion);
  gzip.push(new Uint8Array(), true);
  return Buffer.concat(compressed);
}

/**
 * Divides bytes into portions of equal size, except for the last. Each portion reuses the memory of the previous one.
 */
function* equalPortions(content: Pieces): Generator<Uint8Array> {
  const portion = Buffer.alloc(portionBytes);
  let filled = 0;
  for (const piece of content) {
    for (let at = 0; at < piece.length; ) {
      const part = piece.subarray(at, at + portionBytes - filled);
      portion.set(part, filled);
      at += part.length;
      filled += part.length;
      if (filled < portionBytes) continue;
      yield portion;
      filled = 0;
    }
  }
  if (filled > 0) yield portion.subarray(0, filled);
}
