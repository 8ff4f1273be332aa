import { Gzip } from 'fflate';
import type { Pieces } from './pieces.ts';

/** Both belong to the form: other values are other bytes. 6 is the usual effort; more takes longer and spares a hundredth. */
const settings = { level: 6, mem: 8, mtime: 0 } as const;

/** What the compressor is given at once, which belongs to the form, too. */
const portionBytes = 2 ** 20;

/**
 * Bytes compressed by gzip, with the same result on every machine and with every release of Node, in whatever pieces they come.
 *
 * Node's own compressor is ten times faster, but its bytes differ from release to release and from processor to processor.
 * This one is JavaScript, which counts in whole numbers alone; a release of it may change its mind, so its version is
 * pinned. Some 8 s for 100 MB.
 *
 * @see https://www.rfc-editor.org/rfc/rfc1952
 */
export function smallGzip(content: Pieces): Uint8Array {
  const compressed: Uint8Array[] = [];
  const gzip = new Gzip(settings, (bytes) => compressed.push(bytes));
  for (const portion of portions(content)) gzip.push(portion);
  gzip.push(new Uint8Array(), true);
  return Buffer.concat(compressed);
}

/** The same bytes, each but the last as long as the others. The next takes the place of the last. */
function* portions(content: Pieces): Generator<Uint8Array> {
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
