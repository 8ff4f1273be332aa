import { groupVersionKind, type KubernetesObject, objectKey } from '../../api/index.ts';
import { yamlDocument, yamlStream } from '../../yaml/index.ts';
import { childrenFile } from '../content/index.ts';
import type { Bundle } from './bundle.ts';
import { isDefinition } from './definition/owned-definition.ts';
import { scorecardDirectory } from './metadata/scorecard.ts';

/**
 * Returns the files of a bundle: path → text. Paths are relative to the bundle's directory; equal bundles give equal
 * bytes.
 *
 * Each file has one document, and `manifests/` has no subdirectories: readers of bundles drop the rest.
 *
 * @example
 * for (const [path, text] of bundleFiles(bundle(operator))) console.log(path, text.length);
 * // manifests/memcached-operator.clusterserviceversion.yaml …
 */
export function bundleFiles(bundle: Bundle): ReadonlyMap<string, string> {
  const { packageName, clusterServiceVersion, manifests, annotations, dependencies, properties, scorecard } = bundle;
  const files = new Map([
    [`manifests/${packageName}.clusterserviceversion.yaml`, yamlDocument(clusterServiceVersion)],
    ...[...manifestFiles(manifests)].map(([path, manifest]): [string, string] => [path, yamlDocument(manifest)]),
    ['metadata/annotations.yaml', yamlDocument({ annotations })],
    ...fileOfContent('metadata/dependencies.yaml', dependencies.length > 0 && { dependencies }),
    ...fileOfContent('metadata/properties.yaml', properties.length > 0 && { properties }),
    ...fileOfContent(`${scorecardDirectory}config.yaml`, scorecard),
  ]);
  files.set('bundle.Dockerfile', bundleDockerfile(annotations, [...files.keys()]));
  // The rendered samples are for comparison with the next release. They aren't installed.
  for (const { sample, children } of bundle.renders) {
    files.set(childrenFile(sample.kind, objectKey(sample)), yamlStream(children));
  }
  return files;
}

/**
 * Returns the files of a bundle's manifests, without the ClusterServiceVersion: path → manifest.
 *
 * @example
 * [...manifestFiles(release.manifests).keys()];
 * // ['manifests/cache.example.com_memcacheds.yaml', …]
 */
export function manifestFiles(manifests: readonly KubernetesObject[]): ReadonlyMap<string, KubernetesObject> {
  const files = new Map<string, KubernetesObject>();
  for (const manifest of manifests) {
    let path = `manifests/${manifestFileName(manifest)}`;
    // Some file systems ignore case, and names may differ only in characters that file names can't have.
    for (let number = 2; files.has(path); number += 1) path = `manifests/${manifestFileName(manifest, `-${number}`)}`;
    files.set(path, manifest);
  }
  return files;
}

function fileOfContent(path: string, content: object | false | undefined): [path: string, text: string][] {
  return content === false || content === undefined ? [] : [[path, yamlDocument(content)]];
}

/** Follows the file names of the Operator SDK, which reviewers of catalogs know. */
function manifestFileName(manifest: KubernetesObject, suffix = ''): string {
  if (isDefinition(manifest)) return `${manifest.spec.group}_${manifest.spec.names.plural}${suffix}.yaml`;
  const { group, version, kind } = groupVersionKind(manifest);
  const name = `${manifest.metadata.name}${suffix}`.toLowerCase();
  const parts = [name, ...(group === '' ? [] : [group]), version, `${kind.toLowerCase()}.yaml`];
  // OLM unpacks a bundle into a ConfigMap, whose keys allow only these characters; names of roles may have colons.
  return parts.join('_').replace(/[^-._A-Za-z0-9]/g, '_');
}

/** The directories of a bundle that its image holds, in copy order. */
const copied = ['manifests', 'metadata', 'tests/scorecard'];

/**
 * Returns the Dockerfile of a bundle's image, stored next to `manifests/` and `metadata/`: files and labels only.
 *
 * @param paths - the paths of the bundle's files.
 */
function bundleDockerfile(labels: Readonly<Record<string, string>>, paths: readonly string[]): string {
  // Builders end an unquoted value at a blank, some also at an equals sign.
  const quoted = (value: string) => (/^[-\w./+,]*$/.test(value) ? value : JSON.stringify(value));
  return [
    'FROM scratch',
    '',
    ...Object.entries(labels).map(([name, value]) => `LABEL ${name}=${quoted(value)}`),
    '',
    ...copied
      .filter((directory) => paths.some((path) => path.startsWith(`${directory}/`)))
      .map((directory) => `COPY ${directory} /${directory}/`),
    '',
  ].join('\n');
}
