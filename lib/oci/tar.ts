// In: files by their paths. Out: a tar archive whose bytes depend on nothing else.
// Called for the layers of images, and for archives of layouts.

import { type Pieces, sizeOf } from './pieces.ts';

/** The unit of a tar archive. */
export const tarBlockBytes = 512;

/**
 * Files as a tar archive: in the order of their paths, each directory before what is in it, nobody's and of no time.
 *
 * POSIX ustar; a path that its header can't hold has a pax record of its own.
 *
 * @param files - path → bytes; paths are relative, with `/`.
 * @see https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html
 */
export function tarArchive(files: ReadonlyMap<string, Pieces>): Pieces {
  const paths = new Set([...files.keys()].flatMap((path) => [...directoriesOf(path), path]));
  const entries = [...paths].toSorted().flatMap((path) => entry(path, files.get(path)));
  // Two empty blocks are the end.
  return [...entries, Buffer.alloc(2 * tarBlockBytes)];
}

/** `a/` and `a/b/` of `a/b/c`. */
function directoriesOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, index) => `${parts.slice(0, index + 1).join('/')}/`);
}

/** @param content - undefined for a directory. */
function entry(path: string, content: Pieces | undefined): Pieces {
  const own = [
    header({ path: headerPath(path), type: content ? '0' : '5', size: sizeOf(content ?? []) }),
    ...padded(content ?? []),
  ];
  if (headerPath(path) === path) return own;
  const record = paxRecord('path', path);
  return [header({ path: 'PaxHeaders/path', type: 'x', size: record.length }), ...padded([record]), ...own];
}

/** As much of a path as every reader takes from the header itself: 100 bytes of ASCII. */
function headerPath(path: string): string {
  return path.replace(/[^\x20-\x7e]/g, '_').slice(0, 100);
}

function header({ path, type, size }: { path: string; type: '0' | '5' | 'x'; size: number }): Uint8Array {
  const block = Buffer.alloc(tarBlockBytes);
  const put = (text: string, at: number) => block.write(text, at, 'latin1');
  put(path, 0);
  put(type === '5' ? '0000755' : '0000644', 100);
  put('0000000', 108); // owner
  put('0000000', 116); // group
  put(size.toString(8).padStart(11, '0'), 124);
  put('00000000000', 136); // time
  put(type, 156);
  put('ustar\x0000', 257);
  // The sum is taken with blanks where it is going to stand.
  put(' '.repeat(8), 148);
  put(`${tarChecksum(block).toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}

/** The sum of a header's bytes, its checksum counted as blanks. */
export function tarChecksum(block: Uint8Array): number {
  return block.reduce((sum, byte, index) => sum + (index >= 148 && index < 156 ? 0x20 : byte), 0);
}

function padded(content: Pieces): Pieces {
  const rest = sizeOf(content) % tarBlockBytes;
  return rest === 0 ? content : [...content, Buffer.alloc(tarBlockBytes - rest)];
}

/** `<length> <key>=<value>\n`, where the length counts its own digits. */
function paxRecord(key: string, value: string): Uint8Array {
  const rest = ` ${key}=${value}\n`;
  const restBytes = Buffer.byteLength(rest);
  const digits = [1, 2, 3, 4, 5].find((count) => String(restBytes + count).length === count) ?? 0;
  return Buffer.from(`${restBytes + digits}${rest}`);
}
