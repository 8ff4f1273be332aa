import { ImageError } from './image-error.ts';
import { type TarField, tarBlockBytes, tarChecksum, tarFields } from './tar-header.ts';

/** An entry of a tar archive. */
export interface TarEntry {
  /** The path without a leading slash or `./`, and without a trailing slash. */
  readonly path: string;
  /** `link` is a hard link to a file of the archive; `other` is any other type, such as devices. */
  readonly type: 'file' | 'directory' | 'link' | 'symbolic-link' | 'other';
  /** The content of a file; empty for other types. */
  readonly bytes: Uint8Array;
  /** The target of a hard link, in the form of `path`; the unchanged target of a symbolic link. */
  readonly target: string;
  /** The twelve permission bits. */
  readonly mode: number;
  /** The number of the owner. */
  readonly user: number;
  readonly group: number;
}

const types: Readonly<Record<string, TarEntry['type']>> = {
  '0': 'file',
  '\0': 'file',
  '1': 'link',
  '2': 'symbolic-link',
  '5': 'directory',
};

/** The fields that a preceding extension header can set. */
interface Extension {
  readonly path?: string;
  readonly linkpath?: string;
  readonly size?: string;
}

/** The maximum length of paths in Linux. */
const maxPathLength = 4096;

/** More than any image or chart has. The work on a path grows with the square of its depth. */
const maxPathDepth = 128;

/** Many times the 64 KiB of extended attributes that Linux allows. */
const maxExtensionBytes = 2 ** 20;

/**
 * Returns the entries of a tar archive, in order: ustar, with the extensions of pax and of GNU for long paths.
 *
 * @throws ImageError if it isn't a tar archive, ends too early, or has a path of more than 4096 characters or 128 names.
 */
export function* tarEntries(archive: Uint8Array): Generator<TarEntry> {
  let extension: Extension = {};
  for (let at = 0; at < archive.length; ) {
    const header = archive.subarray(at, at + tarBlockBytes);
    if (header.every((byte) => byte === 0)) return;
    if (header.length < tarBlockBytes || tarChecksum(header) !== numberField(header, tarFields.checksum))
      throw notAnArchive();

    const size = extension.size === undefined ? numberField(header, tarFields.size) : Number(extension.size);
    const bytes = archive.subarray(at + tarBlockBytes, at + tarBlockBytes + size);
    if (bytes.length !== size) throw notAnArchive();
    at += tarBlockBytes * (1 + Math.ceil(size / tarBlockBytes));

    const type = String.fromCharCode(header[tarFields.type.at] ?? 0);
    if ('xLK'.includes(type) && size > maxExtensionBytes) throw notAnArchive();
    if (type === 'x') extension = { ...extension, ...paxRecords(bytes) };
    else if (type === 'L') extension = { ...extension, path: decodedText(bytes) };
    else if (type === 'K') extension = { ...extension, linkpath: decodedText(bytes) };
    else {
      const target = extension.linkpath ?? fieldText(header, tarFields.target);
      const path = extension.path ?? tarEntryPath(header);
      if (
        [path, target].some((each) => each.length > maxPathLength || plainPath(each).split('/').length > maxPathDepth)
      ) {
        throw new ImageError(
          'too-large',
          `the archive has a path of more than ${maxPathLength} characters or ${maxPathDepth} names`,
        );
      }
      yield {
        path: plainPath(path),
        type: types[type] ?? 'other',
        bytes: types[type] === 'file' ? bytes : bytes.subarray(0, 0),
        target: type === '2' ? target : plainPath(target),
        mode: numberField(header, tarFields.mode) & 0o7777,
        user: numberField(header, tarFields.user),
        group: numberField(header, tarFields.group),
      };
      extension = {};
    }
  }
}

function notAnArchive(): ImageError {
  return new ImageError('unreadable', 'this is not a tar archive, or its end is missing: create it again');
}

function tarEntryPath(header: Uint8Array): string {
  const isPosix = fieldText(header, tarFields.magic) === 'ustar';
  const prefix = isPosix ? fieldText(header, tarFields.prefix) : '';
  const path = fieldText(header, tarFields.path);
  return prefix === '' ? path : `${prefix}/${path}`;
}

function plainPath(path: string): string {
  return path
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/');
}

function fieldText(header: Uint8Array, { at, length }: TarField): string {
  return decodedText(header.subarray(at, at + length));
}

/** Decodes bytes as text, up to a zero byte. */
function decodedText(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  return Buffer.from(end < 0 ? bytes : bytes.subarray(0, end)).toString('utf8');
}

/** Parses octal digits; or GNU's form of large numbers, binary with the highest bit set. */
function numberField(header: Uint8Array, field: TarField): number {
  const { at, length } = field;
  const first = header[at] ?? 0;
  if (first < 0x80) return Number.parseInt(fieldText(header, field).trim() || '0', 8);
  return header.subarray(at + 1, at + length).reduce((value, byte) => value * 256 + byte, first & 0x7f);
}

function paxRecords(bytes: Uint8Array): Extension {
  const records = new Map<string, string>();
  for (let at = 0; at < bytes.length; ) {
    const [digits = ''] = /^\d+/.exec(decodedText(bytes.subarray(at, at + 20))) ?? [];
    const length = Number(digits);
    if (!(length > digits.length)) throw notAnArchive();
    const record = Buffer.from(bytes.subarray(at + digits.length + 1, at + length - 1)).toString('utf8');
    const equals = record.indexOf('=');
    records.set(record.slice(0, equals), record.slice(equals + 1));
    at += length;
  }
  const [path, linkpath, size] = [records.get('path'), records.get('linkpath'), records.get('size')];
  return {
    ...(path !== undefined && { path }),
    ...(linkpath !== undefined && { linkpath }),
    ...(size !== undefined && { size }),
  };
}
