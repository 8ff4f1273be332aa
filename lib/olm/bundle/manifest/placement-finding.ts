import {
  formatObjectKey,
  groupVersionKind,
  isJsonObject,
  type KubernetesObject,
  objectKey,
} from '../../../api/index.ts';
import { isDefinition } from '../definition/owned-definition.ts';
import { type ManifestFinding, manifestTitle } from '../manifest-finding.ts';
import { type Exclusion, manifestPlace } from './manifest-place.ts';

/**
 * Reports manifests that a bundle can't hold: kinds that OLM doesn't install, objects in another namespace, and
 * duplicates.
 *
 * @param namespace - the operator's own. OLM learns the real one at installation, and puts all objects there.
 */
export function placementFindings(manifests: readonly KubernetesObject[], namespace: string): ManifestFinding[] {
  const ownKinds = new Set(manifests.filter(isDefinition).map(({ spec }) => `${spec.names.kind}.${spec.group}`));
  const seen = new Set<string>();
  return withoutPolicyBindings(manifests).flatMap((manifest) => {
    const { group, kind } = groupVersionKind(manifest);
    const exclusion = ownKinds.has(`${kind}.${group}`) ? ownResource : manifestExclusion(manifest, namespace);
    const identity = `${kind}.${group} ${formatObjectKey(objectKey(manifest))}`;
    const isRepeated = seen.has(identity);
    seen.add(identity);
    const title = manifestTitle(manifest);
    return [
      ...(exclusion === undefined ? [] : [{ manifest, what: `${title} can't be in a bundle`, ...exclusion }]),
      ...(isRepeated ? [{ manifest, what: `${title} occurs twice`, ...repeated }] : []),
    ];
  });
}

/** Drops the binding of a rejected policy, which would give a second finding about the same problem. */
function withoutPolicyBindings(manifests: readonly KubernetesObject[]): readonly KubernetesObject[] {
  const named = (kind: string, name: string) =>
    manifests.some((manifest) => manifest.kind === kind && manifest.metadata.name === name);
  return manifests.filter(({ kind, spec }) => {
    const [, policyKind] = /^((?:Validating|Mutating)AdmissionPolicy)Binding$/.exec(kind) ?? [];
    const policy = isJsonObject(spec) ? spec.policyName : undefined;
    return policyKind === undefined || typeof policy !== 'string' || !named(policyKind, policy);
  });
}

function manifestExclusion(manifest: KubernetesObject, namespace: string): Exclusion | undefined {
  const place = manifestPlace(manifest);
  if (typeof place === 'object') return place;
  if (place === 'namespace') return manifest.metadata.name === namespace ? undefined : otherNamespace;
  if ([undefined, namespace].includes(manifest.metadata.namespace)) return undefined;
  return {
    why: `OLM puts all objects of a bundle into the operator's namespace, and this object is not for ${namespace}`,
    remedy: 'leave its namespace out, or let a controller make it',
  };
}

const ownResource: Exclusion = {
  why: 'OLM installs the definition of its kind, and no resources of that kind',
  remedy: 'make it a Sample, which catalogs show',
};

const otherNamespace: Exclusion = {
  why: 'an operator is installed into one namespace, which its installer creates',
  remedy: 'leave it out of this chart',
};

const repeated: Exclusion = { why: 'a bundle has a file for each object', remedy: 'give one of the two another name' };
