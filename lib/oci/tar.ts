import { byteCount, type Pieces } from './blob.ts';
import { type TarField, tarBlockBytes, tarChecksum, tarFields } from './tar-header.ts';

/** A node of a file system, with its owner. */
export type TarNode = FileNode | DirectoryNode | SymbolicLinkNode;

interface Owned {
  /** Its number. @default 0, which is root */
  readonly user?: number;
  /** Its number. @default 0, which is root */
  readonly group?: number;
}

/** A file. */
export interface FileNode extends Owned {
  readonly type: 'file';
  readonly content: Pieces;
  /** The twelve permission bits. @default 0o644 */
  readonly mode?: number;
}

/** A directory. A directory of root with content need not be listed. */
export interface DirectoryNode extends Owned {
  readonly type: 'directory';
  /** The twelve permission bits. @default 0o755 */
  readonly mode?: number;
}

/** A symbolic link. */
export interface SymbolicLinkNode extends Owned {
  readonly type: 'symbolic-link';
  /** The unchanged target: absolute, or relative to the link's directory. */
  readonly target: string;
}

/**
 * Packs files into a tar archive: sorted by path, each directory before its content, without times.
 *
 * The format is POSIX ustar; a long path or target is in a pax record.
 *
 * @param files - path → node, or the bytes of a file of root that all users can read. Paths are relative, with `/`,
 *   without a trailing one.
 * @see https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html
 */
export function tarArchive(files: ReadonlyMap<string, Pieces | TarNode>): Pieces {
  const nodes = new Map<string, TarNode>([...files.keys()].flatMap(parentDirectories).map((path) => [path, directory]));
  for (const [path, node] of files) {
    if (!('type' in node)) nodes.set(path, { type: 'file', content: node });
    else nodes.set(node.type === 'directory' ? `${path}/` : path, node);
  }
  const entries = [...nodes]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([path, node]) => tarEntry(path, node));
  // Two empty blocks mark the end.
  return [...entries, Buffer.alloc(2 * tarBlockBytes)];
}

const directory: TarNode = { type: 'directory' };

/** Returns the parents of a path: `a/` and `a/b/` of `a/b/c`. */
function parentDirectories(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, index) => `${parts.slice(0, index + 1).join('/')}/`);
}

function tarEntry(path: string, node: TarNode): Pieces {
  const content = node.type === 'file' ? node.content : [];
  const target = node.type === 'symbolic-link' ? node.target : '';
  const records = [...paxRecordOf('path', path), ...paxRecordOf('linkpath', target)];
  return [
    ...paxExtension(records),
    tarHeader({ ...headerFieldsOf(node), path, target, size: byteCount(content) }),
    ...paddedContent(content),
  ];
}

/** Returns the extension header for records that don't fit into a header. */
function paxExtension(records: Pieces): Pieces {
  if (records.length === 0) return [];
  const fields = { path: 'PaxHeaders/path', target: '', type: 'x', mode: 0o644, user: 0, group: 0 };
  return [tarHeader({ ...fields, size: byteCount(records) }), ...paddedContent(records)];
}

function paxRecordOf(key: string, value: string): Pieces {
  return headerText(value) === value ? [] : [paxRecord(key, value)];
}

/** Returns the part of a path or target that every reader accepts in the header: 100 bytes of ASCII. */
function headerText(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '_').slice(0, tarFields.path.length);
}

const forms = {
  file: { type: '0', mode: 0o644 },
  'symbolic-link': { type: '2', mode: 0o777 },
  directory: { type: '5', mode: 0o755 },
} as const;

interface HeaderFields {
  readonly path: string;
  readonly target: string;
  readonly type: string;
  readonly mode: number;
  readonly user: number;
  readonly group: number;
  readonly size: number;
}

function headerFieldsOf(node: TarNode) {
  const { user = 0, group = 0 } = node;
  const { type, mode } = forms[node.type];
  return { type, mode: 'mode' in node ? (node.mode ?? mode) : mode, user, group };
}

function tarHeader({ path, target, type, mode, user, group, size }: HeaderFields): Uint8Array {
  const block = Buffer.alloc(tarBlockBytes);
  const put = (text: string, { at }: TarField) => block.write(text, at, 'latin1');
  // A number ends with a zero byte.
  const putNumber = (value: number, field: TarField) => put(octalDigits(value, field.length - 1), field);
  put(headerText(path), tarFields.path);
  putNumber(mode, tarFields.mode);
  putNumber(user, tarFields.user);
  putNumber(group, tarFields.group);
  putNumber(size, tarFields.size);
  putNumber(0, tarFields.time);
  put(type, tarFields.type);
  put(headerText(target), tarFields.target);
  put('ustar\x0000', tarFields.magic);
  put(`${octalDigits(tarChecksum(block), 6)}\0 `, tarFields.checksum);
  return block;
}

function octalDigits(value: number, digits: number): string {
  return value.toString(8).padStart(digits, '0');
}

function paddedContent(content: Pieces): Pieces {
  const rest = byteCount(content) % tarBlockBytes;
  return rest === 0 ? content : [...content, Buffer.alloc(tarBlockBytes - rest)];
}

/** Returns a record `<length> <key>=<value>\n`, whose length includes its own digits. */
function paxRecord(key: string, value: string): Uint8Array {
  const rest = ` ${key}=${value}\n`;
  const restBytes = Buffer.byteLength(rest);
  const digits = [1, 2, 3, 4, 5].find((count) => String(restBytes + count).length === count) ?? 0;
  return Buffer.from(`${restBytes + digits}${rest}`);
}
