// In: where definitions lie, as a person names it. Out: the documents there, in the order of files.
// Called by the commands that read what others have published.

import { isJsonObject } from '../../api/index.ts';
import { type DocumentProblem, documents, type Place } from '../../olm/content/index.ts';
import { Failure } from '../failure.ts';
import type { ClusterOptions } from './cluster-definition.ts';
import { type SourceFile, sourceFiles } from './source-file.ts';

/**
 * All documents of a source, whatever they are, with the items of lists in the places of the lists.
 *
 * @param source - a file, a directory with YAML and JSON at any depth, also behind links, or a Helm chart, of which the
 * definitions are read, or its archive; `-` for the standard input; an `http(s)://` URL of a file or an archive;
 * `github:owner/repository@version`; `cluster:` for all definitions of a cluster, `cluster:<group>` or `cluster:<name>` for
 * some. In directories and archives, what can't be read is passed over if it defines nothing.
 * @throws Failure naming what can't be read.
 */
export async function sourceDocuments(source: string, options: ClusterOptions = {}): Promise<Place[]> {
  if (source.startsWith('cluster:')) {
    const { clusterDefinitions } = await import('./cluster-definition.ts');
    return clusterDefinitions(source.slice('cluster:'.length), options);
  }
  return (await sourceFiles(source)).flatMap(placesOf).flatMap(objectsOf);
}

function placesOf({ name, bytes, isNamed }: SourceFile): Place[] {
  const text = Buffer.from(inUtf8(bytes));
  const all = documents(name, text);
  const problem = all.flatMap(({ problems }) => problems).find((each) => !isHarmless(each));
  if (problem === undefined) return all.map(({ root }) => root);
  if (!isNamed && !text.includes('CustomResourceDefinition')) return [];
  const remedy = text.includes('{{')
    ? 'if it is a template, render it, as in `helm template <chart> | operand import -`'
    : 'mend it, or name another file';
  throw new Failure(`${name} can't be read: ${problem.what}: ${remedy}`);
}

/** Text as most read it. What is in UTF-16 says so: PowerShell writes into such files what others print. */
function inUtf8(bytes: Uint8Array): Uint8Array {
  const encoding = ['utf-16le', 'utf-16be'].find((_, index) => bytes[index] === 0xff && bytes[1 - index] === 0xfe);
  return encoding === undefined ? bytes : Buffer.from(new TextDecoder(encoding).decode(bytes));
}

/** Of a key that is there twice, the last value counts. */
function isHarmless({ kind }: DocumentProblem): boolean {
  return kind === 'duplicate-key';
}

function objectsOf(place: Place): Place[] {
  const { value } = place;
  const isList =
    isJsonObject(value) && typeof value.kind === 'string' && value.kind.endsWith('List') && 'items' in value;
  return isList ? [...place.at('items').items] : [place];
}
