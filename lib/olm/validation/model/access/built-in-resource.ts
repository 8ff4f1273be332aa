import { builtInKinds, type Kind } from '../../../../api/index.ts';
import type { Violation } from '../../../finding/violation.ts';

const kinds = builtInKinds();
const builtInGroups: ReadonlySet<string> = new Set(kinds.map(({ group }) => group));

/** Returns true if all groups are built in, so that API servers alone define their resources. */
export function areGroupsBuiltIn(groups: readonly string[]): boolean {
  return groups.length > 0 && groups.every((group) => builtInGroups.has(group));
}

/** Returns why built-in groups don't have a resource, and the remedy; undefined if one of them has it, or may have it. */
export function builtInResourceProblem(
  resource: string,
  groups: readonly string[],
): Pick<Violation, 'what' | 'remedy'> | undefined {
  const named = (matches: (kind: Kind) => boolean) => kinds.filter(matches);
  const candidates = named(({ plural }) => plural === resource).map(({ group }) => group);
  if (candidates.some((group) => groups.includes(group))) return undefined;
  if (candidates.length > 0) {
    const inWords = [...new Set(candidates)].map((group) => `"${group}"`).join(' or ');
    return {
      what: `there are no ${resource} in ${groups.map((group) => `"${group}"`).join(', ')}`,
      remedy: `their group is ${inWords}`,
    };
  }
  const meant = named(({ group, kind }) => groups.includes(group) && kind.toLowerCase() === resource.toLowerCase())[0];
  const spelt = named(({ group, plural }) => groups.includes(group) && plural === resource.toLowerCase())[0];
  const right = (meant ?? spelt)?.plural;
  return right === undefined ? undefined : { what: `no resource is called ${resource}`, remedy: `write ${right}` };
}

/** Returns the subresources of a built-in resource in one of the groups; undefined for other resources. */
export function builtInSubresources(resource: string, groups: readonly string[]): readonly string[] | undefined {
  if (!kinds.some(({ group, plural }) => plural === resource && groups.includes(group))) return undefined;
  return Object.keys(subresources).filter((name) => subresources[name]?.split(/\s+/).includes(resource));
}

/** Subresource → the built-in resources that have it in the latest version of Kubernetes. */
const subresources: Readonly<Record<string, string>> = {
  approval: 'certificatesigningrequests',
  attach: 'pods',
  binding: 'pods',
  ephemeralcontainers: 'pods',
  eviction: 'pods',
  exec: 'pods',
  finalize: 'namespaces',
  log: 'pods',
  portforward: 'pods',
  proxy: 'nodes pods services',
  resize: 'pods',
  scale: 'deployments replicasets replicationcontrollers statefulsets',
  status: `
    apiservices certificatesigningrequests cronjobs customresourcedefinitions daemonsets deployments flowschemas
    horizontalpodautoscalers ingresses jobs namespaces nodes persistentvolumeclaims persistentvolumes
    poddisruptionbudgets pods prioritylevelconfigurations replicasets replicationcontrollers resourcequotas services
    statefulsets validatingadmissionpolicies volumeattachments`,
  token: 'serviceaccounts',
};

/** The built-in resources as named in RBAC rules: those with stored objects, and those that only answer requests. */
export const knownResources: readonly Pick<Kind, 'group' | 'plural' | 'scope'>[] = [
  ...builtInKinds(),
  { group: 'authentication.k8s.io', plural: 'tokenreviews', scope: 'Cluster' },
  { group: 'authorization.k8s.io', plural: 'subjectaccessreviews', scope: 'Cluster' },
];
