// In: the files of a file-based catalog, from any author or tool. Out: its documents, not validated, with the field
// names of `opmSpelling`. Called to validate catalogs.

import { isJsonObject } from '../../../schema/index.ts';
import { deepestNesting } from '../../../yaml/index.ts';
import { type BundleFiles, type Document, documents, Place } from '../../content/index.ts';
import type { CatalogBlob } from '../blob/blob.ts';
import { opmSpelling } from './opm-spelling.ts';

/** A file of a catalog, or a part of one, that can't be read. */
export interface UnreadableFile {
  readonly place: Place;
  /** The cause, such as `name occurs twice, again at line 3`. */
  readonly problem: string;
}

/**
 * The documents of a catalog, in the order of files. A document's path names it: `olm.channel[memcached/stable]`.
 *
 * @example
 * const content = CatalogContent.read(files);
 * content.packages.map((each) => each.at('name').text); // ['memcached-operator']
 */
export class CatalogContent {
  readonly blobs: readonly Place[];
  readonly unreadable: readonly UnreadableFile[];
  /** The files without a single byte. */
  readonly emptyFiles: readonly string[];
  /** The files with a document that holds no value. */
  readonly blankFiles: readonly string[];
  readonly #bySchema: ReadonlyMap<string, readonly Place[]>;
  /** Schema and package → documents. */
  readonly #byPackage: ReadonlyMap<string, readonly Place[]>;

  private constructor(
    blobs: readonly Place[],
    {
      unreadable = [],
      emptyFiles = [],
      blankFiles = [],
    }: Partial<Pick<CatalogContent, 'blankFiles' | 'emptyFiles' | 'unreadable'>> = {},
  ) {
    this.blobs = blobs;
    this.#bySchema = Map.groupBy(blobs, (blob) => schemaOf(blob));
    this.#byPackage = Map.groupBy(blobs, (blob) => JSON.stringify([schemaOf(blob), blob.at('package').text]));
    this.unreadable = unreadable;
    this.emptyFiles = emptyFiles;
    this.blankFiles = blankFiles;
  }

  /** Reads a catalog from files: path → bytes. */
  static read(files: BundleFiles): CatalogContent {
    const read = [...files]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .flatMap(([file, bytes]) => catalogFileDocuments(file, bytes));
    return new CatalogContent(
      read
        .filter(({ problems }) => problems.length === 0)
        .map(({ root }) => blobWithTitle(root.with(opmSpelling(root.value)))),
      {
        unreadable: read.flatMap(({ root, problems }) => problems.map(({ what }) => ({ place: root, problem: what }))),
        emptyFiles: [...files].filter(([, { length }]) => length === 0).map(([file]) => file),
        blankFiles: [...files]
          .filter(([, bytes]) => hasBlankDocument(new TextDecoder().decode(bytes)))
          .map(([file]) => file),
      },
    );
  }

  /** Returns the content of a catalog that will be written to a file. */
  static of(blobs: readonly CatalogBlob[], file: string): CatalogContent {
    return new CatalogContent(blobs.map((blob) => blobWithTitle(new Place(file, blob))));
  }

  /**
   * Removes the packages of some documents, to validate the rest. If the package of a document is unknown, nothing
   * remains.
   */
  without(documents: readonly Place[]): CatalogContent {
    const removed = new Set(documents);
    const names = new Set(documents.map(packageName));
    const isLeft = (blob: Place) => !removed.has(blob) && !names.has(packageName(blob));
    return new CatalogContent(names.has(undefined) ? [] : this.blobs.filter(isLeft), this);
  }

  /** Removes the channels, bundles and deprecations that name no package of the catalog. */
  ofKnownPackages(): CatalogContent {
    const names = this.packageNames;
    const parts = new Set([...this.channels(), ...this.bundles(), ...this.deprecations]);
    const isKnown = (blob: Place) => !parts.has(blob) || names.has(blob.at('package').text ?? '');
    return new CatalogContent(this.blobs.filter(isKnown), this);
  }

  get packageNames(): ReadonlySet<string> {
    return new Set(this.packages.flatMap((each) => each.at('name').text ?? []).filter((name) => name !== ''));
  }

  get packages(): readonly Place[] {
    return this.#ofSchema('olm.package');
  }

  /** @param packageName - @default all packages */
  channels(packageName?: string): readonly Place[] {
    return this.#ofSchema('olm.channel', packageName);
  }

  /** @param packageName - @default all packages */
  bundles(packageName?: string): readonly Place[] {
    return this.#ofSchema('olm.bundle', packageName);
  }

  get deprecations(): readonly Place[] {
    return this.#ofSchema('olm.deprecations');
  }

  #ofSchema(schema: string, packageName?: string): readonly Place[] {
    return (
      (packageName === undefined
        ? this.#bySchema.get(schema)
        : this.#byPackage.get(JSON.stringify([schema, packageName]))) ?? []
    );
  }
}

function schemaOf(blob: Place): string {
  return blob.at('schema').text ?? '';
}

/** Tools write JSON catalogs as a sequence of values, which isn't a YAML document. */
function catalogFileDocuments(file: string, bytes: Uint8Array): readonly Document[] {
  const values = jsonValues(new TextDecoder().decode(bytes));
  return values?.map((value) => ({ root: new Place(file, value), problems: [] })) ?? documents(file, bytes);
}

/**
 * Returns true if a document of a file holds nothing, or only comments. The first line of a file, and each line after
 * that of a document's end, begins a document, also if it is `---`.
 *
 * @see k8s.io/apimachinery, pkg/util/yaml/decoder.go, YAMLReader
 */
function hasBlankDocument(text: string): boolean {
  let [isBegun, isBlank] = [false, true];
  for (const line of text.match(/[^\n]+\n?|\n/g) ?? []) {
    const isEnd = isBegun && /^---\s*(?:#|$)/.test(line);
    if (isEnd && isBlank) return true;
    if (isEnd) [isBegun, isBlank] = [false, true];
    else [isBegun, isBlank] = [true, isBlank && /^(?:---)?\s*(?:#|$|null\s*$)/.test(line)];
  }
  return isBegun && isBlank;
}

/** Returns the package that a document belongs to or defines; undefined if unknown. */
function packageName(blob: Place): string | undefined {
  return (blob.at('package').isAbsent ? blob.at('name') : blob.at('package')).text;
}

function blobWithTitle(blob: Place): Place {
  return blob.with(blob.value, blobTitle(blob));
}

function blobTitle(blob: Place): string {
  if (!isJsonObject(blob.value)) return '';
  const { text: schema = '' } = blob.at('schema');
  const { text: packageName } = blob.at('package');
  const { text: name } = blob.at('name');
  // The name of a bundle begins with that of its package.
  const names = schema === 'olm.bundle' ? [name ?? packageName] : [packageName, name];
  return `${schema}[${names.filter((each) => each !== undefined).join('/')}]`;
}

/** Parses a text that is a sequence of JSON objects; undefined for any other text. */
function jsonValues(text: string): readonly unknown[] | undefined {
  if (!text.trimStart().startsWith('{')) return undefined;
  const parts: string[] = [];
  let start = 0;
  let depth = 0;
  // A string is one token, since it may contain brackets.
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"?|[{}[\]]/gs)) {
    if (token.startsWith('"')) continue;
    depth += token === '{' || token === '[' ? 1 : -1;
    if (depth > deepestNesting) return undefined;
    if (depth > 0) continue;
    if (token === ']') return undefined;
    parts.push(text.slice(start, index + 1));
    start = index + 1;
  }
  if (text.slice(start).trim() !== '') return undefined;
  try {
    return parts.map((part): unknown => JSON.parse(part));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
