// In: a bundle. Out: its files, each as text.
// Called by `synth`, and by whoever writes a bundle of his own, as its last step.

import { groupVersionKind, type KubernetesObject, objectKey } from '../../api/index.ts';
import { childrenFile } from '../content/index.ts';
import { yamlDocument, yamlStream } from '../notation/yaml.ts';
import type { Bundle } from './bundle.ts';
import { isDefinition } from './definition/owned-definition.ts';
import { dockerfile } from './metadata/dockerfile.ts';
import { scorecardDirectory } from './metadata/scorecard.ts';

/**
 * The files of a bundle: path → text. Paths are relative to the bundle's directory; equal bundles give equal bytes.
 *
 * One document per file and no directories below `manifests/`: readers of bundles drop what is beyond.
 */
export function bundleFiles(bundle: Bundle): ReadonlyMap<string, string> {
  const { packageName, clusterServiceVersion, manifests, annotations, dependencies, properties, scorecard } = bundle;
  const files = new Map([
    [`manifests/${packageName}.clusterserviceversion.yaml`, yamlDocument(clusterServiceVersion)],
    ...[...manifestFiles(manifests)].map(([path, manifest]): [string, string] => [path, yamlDocument(manifest)]),
    ['metadata/annotations.yaml', yamlDocument({ annotations })],
    ...textOf('metadata/dependencies.yaml', dependencies.length > 0 && { dependencies }),
    ...textOf('metadata/properties.yaml', properties.length > 0 && { properties }),
    ...textOf(`${scorecardDirectory}config.yaml`, scorecard),
  ]);
  files.set('bundle.Dockerfile', dockerfile(annotations, [...files.keys()]));
  // What the samples become is told to the next release, and to nobody who installs this one.
  for (const { sample, children } of bundle.renders) {
    files.set(childrenFile(sample.kind, objectKey(sample)), yamlStream(children));
  }
  return files;
}

/** The files of a bundle's manifests, the ClusterServiceVersion aside: path → manifest. */
export function manifestFiles(manifests: readonly KubernetesObject[]): ReadonlyMap<string, KubernetesObject> {
  const files = new Map<string, KubernetesObject>();
  for (const manifest of manifests) {
    let path = `manifests/${fileName(manifest)}`;
    // Some file systems know no capitals, and names differ in characters that files can't have.
    for (let number = 2; files.has(path); number += 1) path = `manifests/${fileName(manifest, `-${number}`)}`;
    files.set(path, manifest);
  }
  return files;
}

function textOf(path: string, content: object | false | undefined): [path: string, text: string][] {
  return content === false || content === undefined ? [] : [[path, yamlDocument(content)]];
}

/** Names as the Operator SDK gives them, so that reviewers of catalogs find what they know. */
function fileName(manifest: KubernetesObject, suffix = ''): string {
  if (isDefinition(manifest)) return `${manifest.spec.group}_${manifest.spec.names.plural}.yaml`;
  const { group, version, kind } = groupVersionKind(manifest);
  const name = `${manifest.metadata.name}${suffix}`.toLowerCase();
  const parts = [name, ...(group === '' ? [] : [group]), version, `${kind.toLowerCase()}.yaml`];
  // OLM unpacks a bundle into a ConfigMap, whose keys bear nothing else; names of roles may have colons.
  return parts.join('_').replace(/[^-._A-Za-z0-9]/g, '_');
}
