import { groupVersionKind, type KubernetesObject } from '../api/index.ts';
import type { Bundle } from './bundle.ts';
import { dockerfile } from './dockerfile.ts';
import { isDefinition } from './owned-definition.ts';
import { yamlDocument } from './yaml.ts';

/**
 * The files of a bundle: path → text. Paths are relative to the bundle's directory; equal bundles give equal bytes.
 *
 * One document per file and no directories below `manifests/`: readers of bundles drop what is beyond.
 */
export function bundleFiles(bundle: Bundle): ReadonlyMap<string, string> {
  const { packageName, clusterServiceVersion, manifests, annotations } = bundle;
  return new Map([
    [`manifests/${packageName}.clusterserviceversion.yaml`, yamlDocument(clusterServiceVersion)],
    ...manifests.map((manifest): [string, string] => [`manifests/${fileName(manifest)}`, yamlDocument(manifest)]),
    ['metadata/annotations.yaml', yamlDocument({ annotations })],
    ['bundle.Dockerfile', dockerfile(annotations)],
  ]);
}

/** Names as the Operator SDK gives them, so that reviewers of catalogs find what they know. */
function fileName(manifest: KubernetesObject): string {
  if (isDefinition(manifest)) return `${manifest.spec.group}_${manifest.spec.names.plural}.yaml`;
  const { group, version, kind } = groupVersionKind(manifest);
  const parts = [manifest.metadata.name, ...(group === '' ? [] : [group]), version, `${kind.toLowerCase()}.yaml`];
  // OLM unpacks a bundle into a ConfigMap, whose keys bear nothing else; names of roles may have colons.
  return parts.join('_').replace(/[^-._A-Za-z0-9]/g, '_');
}
