import { formatGroupKind, groupVersionKind, type KubernetesObject } from '../../../api/index.ts';
import { fieldAt, ownField } from '../../../schema/index.ts';
import { type ManifestFinding, manifestTitle } from '../manifest-finding.ts';

/** `Kind.group` → the fields of the manifest that a bundle reads, as dotted paths. */
const neededFields: Readonly<Record<string, readonly string[]>> = {
  'CustomResourceDefinition.apiextensions.k8s.io': [
    'spec.group',
    'spec.names.kind',
    'spec.names.plural',
    'spec.versions',
  ],
  'Deployment.apps': ['spec.template.spec'],
  'ClusterRoleBinding.rbac.authorization.k8s.io': ['roleRef.kind', 'roleRef.name'],
  'RoleBinding.rbac.authorization.k8s.io': ['roleRef.kind', 'roleRef.name'],
};

/**
 * Reports manifests without the fields that a bundle reads. After one such finding the other checks are not reliable.
 */
export function malformedManifestFindings(manifests: readonly KubernetesObject[]): ManifestFinding[] {
  return manifests.flatMap((manifest) => {
    const needed = ownField(neededFields, formatGroupKind(groupVersionKind(manifest))) ?? [];
    const missing = needed.filter((path) => (fieldAt(manifest, path) ?? null) === null);
    if (missing.length === 0) return [];
    return [
      {
        manifest,
        what: `${manifestTitle(manifest)} lacks ${missing.join(' and ')}`,
        why: 'API servers reject it without these fields, and the bundle copies them',
        remedy: `write ${missing.join(' and ')}`,
      },
    ];
  });
}
