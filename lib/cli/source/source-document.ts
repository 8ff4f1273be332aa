// In: a source of definitions, named by a user. Out: its documents, in the order of files. Called by the commands that
// read third-party definitions.

import { isJsonObject } from '../../api/index.ts';
import { documents, type Place } from '../../olm/content/index.ts';
import type { ClusterClientOptions } from '../cluster-client.ts';
import { Failure } from '../failure.ts';
import { readSourceFiles, type SourceFile } from './source-file.ts';

/**
 * Returns all documents of a source, of any kind; a list is replaced by its items.
 *
 * A source is one of: a file; a directory with YAML and JSON at any depth, also behind links; a Helm chart, whose
 * definitions are read, or its archive; `-` for the standard input; an `http(s)://` URL of a file or an archive;
 * `github:owner/repository@version`; `cluster:` for all definitions of a cluster, `cluster:<group>` or `cluster:<name>`
 * for some. In directories and archives, unreadable files are ignored if they define nothing.
 *
 * @throws Failure naming the part that can't be read.
 */
export async function readSourceDocuments(source: string, options: ClusterClientOptions = {}): Promise<Place[]> {
  if (source.startsWith('cluster:')) {
    const { readClusterDefinitions } = await import('./cluster-definition.ts');
    return readClusterDefinitions(source.slice('cluster:'.length), options);
  }
  return (await readSourceFiles(source)).flatMap(sourceDocuments);
}

/** Returns the documents of a file; a list is replaced by its items. @throws Failure if it can't be read. */
export function sourceDocuments(file: SourceFile): Place[] {
  return documentPlaces(file).flatMap(listItemsOf);
}

function documentPlaces({ name, bytes, isNamed }: SourceFile): Place[] {
  const text = Buffer.from(asUtf8(bytes));
  const all = documents(name, text);
  // The last value of a duplicate key counts.
  const problem = all.flatMap(({ problems }) => problems).find(({ kind }) => kind !== 'duplicate-key');
  if (problem === undefined) return all.map(({ root }) => root);
  if (!isNamed && !text.includes('CustomResourceDefinition')) return [];
  const remedy = text.includes('{{')
    ? 'if it is a template, render it, as in `helm template <chart>`, and name the output'
    : 'correct it, or name another file';
  throw new Failure(`${name} can't be read: ${problem.what}: ${remedy}`);
}

/** Decodes UTF-16, which begins with a byte order mark: PowerShell redirects output into such files. */
function asUtf8(bytes: Uint8Array): Uint8Array {
  const encoding = ['utf-16le', 'utf-16be'].find((_, index) => bytes[index] === 0xff && bytes[1 - index] === 0xfe);
  return encoding === undefined ? bytes : Buffer.from(new TextDecoder(encoding).decode(bytes));
}

function listItemsOf(place: Place): Place[] {
  const { value } = place;
  const isList =
    isJsonObject(value) && typeof value.kind === 'string' && value.kind.endsWith('List') && 'items' in value;
  return isList ? [...place.at('items').items] : [place];
}
