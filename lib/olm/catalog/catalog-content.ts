// In: the files of a file-based catalog, whoever has written them. Out: its documents, unjudged.
// Called by whoever judges a catalog, of this library or of another tool.

import { isJsonObject } from '../../schema/index.ts';
import { type BundleFiles, type Document, documents, Place } from '../content/index.ts';
import type { CatalogBlob } from './blob.ts';
import { jsonValues } from './json-stream.ts';

/** What can't be read of a catalog. */
export interface Unreadable {
  readonly place: Place;
  /** Why, such as `Map keys must be unique at line 3`. */
  readonly problem: string;
}

/** The documents of a catalog, in the order of files. A document's path names it: `olm.channel[memcached/stable]`. */
export class CatalogContent {
  readonly blobs: readonly Place[];
  readonly unreadable: readonly Unreadable[];

  private constructor(blobs: readonly Place[], unreadable: readonly Unreadable[]) {
    this.blobs = blobs.map((blob) => blob.with(blob.value, blobTitle(blob)));
    this.unreadable = unreadable;
  }

  /** The catalog that lies in files: path → bytes. */
  static read(files: BundleFiles): CatalogContent {
    const read = [...files]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .flatMap(([file, bytes]) => fileDocuments(file, bytes));
    return new CatalogContent(
      read.filter(({ problems }) => problems.length === 0).map(({ root }) => root),
      read.flatMap(({ root, problems }) => problems.map(({ what }) => ({ place: root, problem: what }))),
    );
  }

  /** The catalog that is about to be written to a file. */
  static of(blobs: readonly CatalogBlob[], file: string): CatalogContent {
    return new CatalogContent(
      blobs.map((blob) => new Place(file, blob)),
      [],
    );
  }

  get packages(): readonly Place[] {
    return this.#ofSchema('olm.package');
  }

  /** @param packageName - @default of whatever package */
  channels(packageName?: string): readonly Place[] {
    return this.#ofSchema('olm.channel', packageName);
  }

  /** @param packageName - @default of whatever package */
  bundles(packageName?: string): readonly Place[] {
    return this.#ofSchema('olm.bundle', packageName);
  }

  get deprecations(): readonly Place[] {
    return this.#ofSchema('olm.deprecations');
  }

  #ofSchema(schema: string, packageName?: string): readonly Place[] {
    return this.blobs.filter(
      (blob) =>
        blob.at('schema').text === schema && (packageName === undefined || blob.at('package').text === packageName),
    );
  }
}

/** Tools write catalogs in JSON as values one after the other, which is no document of YAML. */
function fileDocuments(file: string, bytes: Uint8Array): readonly Document[] {
  const values = jsonValues(new TextDecoder().decode(bytes));
  return values?.map((value) => ({ root: new Place(file, value), problems: [] })) ?? documents(file, bytes);
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
