// In: where definitions lie, as a person names it. Out: the documents there, in the order of files.
// Called by the commands that read what others have published.

import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { isJsonObject } from '../api/index.ts';
import { type Document, documents, type Place } from '../olm/content/index.ts';
import type { ClusterOptions } from './cluster-definition.ts';
import { Failure } from './failure.ts';

/**
 * All documents of a source, whatever they are, with the items of lists in the places of the lists.
 *
 * @param source - a file, a directory with YAML and JSON at any depth, or a Helm chart, of which the definitions are read, or
 * its archive; `-` for the standard input; an `http(s)://` URL of a file or an archive; `github:owner/repository@version`;
 * `cluster:` for all definitions of a cluster, `cluster:<group>` or `cluster:<name>` for some.
 * @throws Failure naming what can't be read.
 */
export async function sourceDocuments(source: string, options: ClusterOptions = {}): Promise<Place[]> {
  if (source.startsWith('cluster:')) {
    const { clusterDefinitions } = await import('./cluster-definition.ts');
    return clusterDefinitions(source.slice('cluster:'.length), options);
  }
  const files = await filesOf(source);
  return files.flatMap(([file, bytes]) => documents(file, bytes)).flatMap((document) => objectsOf(sound(document)));
}

type NamedBytes = readonly [file: string, bytes: Uint8Array];

/** Whether a file holds documents, by its name; what begins with a dot is somebody's own. */
const documentFile = /(?:^|[/\\])[^./\\][^/\\]*\.(?:ya?ml|json)$/;

async function filesOf(source: string): Promise<readonly NamedBytes[]> {
  const url = urlOf(source);
  if (url !== undefined) {
    const { download } = await import('./download.ts');
    return unpacked(source, await download(url));
  }
  if (source === '-') return [['the standard input', await buffer(process.stdin)]];
  const found = await stat(source).catch((error: unknown) => {
    throw new Failure(`${source} can't be read: name a file, a directory or a URL with definitions`, { cause: error });
  });
  return found.isDirectory() ? directoryFiles(source) : unpacked(source, await readFile(source));
}

function urlOf(source: string): URL | undefined {
  if (/^https?:\/\//i.test(source)) {
    if (!URL.canParse(source)) throw new Failure(`${source} is no URL: write https://host/path`);
    return new URL(source);
  }
  const [, path] = /^github:([^/@]+\/[^/@]+(?:@.+)?)$/.exec(source) ?? [];
  if (path !== undefined) return new URL(`https://doc.crds.dev/raw/github.com/${path}`);
  if (!source.startsWith('github:')) return undefined;
  throw new Failure(`${source} names no repository: write github:owner/repository@version`);
}

async function directoryFiles(source: string): Promise<readonly NamedBytes[]> {
  const entries = await readdir(source, { recursive: true, withFileTypes: true });
  const all = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const chart = all.includes(join(source, 'Chart.yaml'));
  const files = chart ? all.filter(isChartDefinition) : all.filter((file) => documentFile.test(file));
  if (files.length === 0) throw nothingIn(source, chart);
  return Promise.all(files.toSorted().map(async (file): Promise<NamedBytes> => [file, await readFile(file)]));
}

/** The files of an archive; the file itself if it is none. */
async function unpacked(source: string, bytes: Uint8Array): Promise<readonly NamedBytes[]> {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  if (!isGzip) return [[source, bytes]];
  // Few name an archive: what reads it is loaded for them alone.
  const { archiveFiles } = await import('./archive-file.ts');
  const all = archiveFiles(source, bytes);
  const chart = all.some(([file]) => /^[^/]+\/Chart\.yaml$/.test(file));
  const files = all.filter(([file]) => (chart ? isChartDefinition(file) : documentFile.test(file)));
  if (files.length === 0) throw nothingIn(source, chart);
  return files
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([file, content]): NamedBytes => [`${source}: ${file}`, content]);
}

/** Whether a file of a Helm chart is a definition by its place: in its own crds/, or in that of a chart inside of it. */
function isChartDefinition(file: string): boolean {
  return /(?:^|[/\\])crds[/\\]/.test(file) && documentFile.test(file);
}

function nothingIn(source: string, isChart: boolean): Failure {
  const chart = basename(source);
  return isChart
    ? new Failure(`${source} has no crds/: render its templates, as in \`helm template ${chart} … | operand import -\``)
    : new Failure(`${source} holds no YAML and no JSON: name where definitions are`);
}

function sound({ root, problems }: Document): Place {
  const [problem] = problems.filter(({ kind }) => kind !== 'duplicate-key');
  if (problem === undefined) return root;
  throw new Failure(`${root.file} can't be read: ${problem.what}: mend it, or name another file`);
}

function objectsOf(place: Place): Place[] {
  const { value } = place;
  const isList =
    isJsonObject(value) && typeof value.kind === 'string' && value.kind.endsWith('List') && 'items' in value;
  return isList ? [...place.at('items').items] : [place];
}
