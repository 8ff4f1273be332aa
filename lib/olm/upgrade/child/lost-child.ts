import { isProtectedKind } from '../../../api/index.ts';
import { deletesItsClaims } from '../../../constructs/index.ts';
import { fieldsIn, ownField } from '../../../schema/index.ts';
import { objectKindOf, type Place } from '../../content/index.ts';
import { objectGroupKind, objectTitleOf } from '../object-identity.ts';
import { type UpgradeFinding, upgradeFinding } from '../upgrade-finding.ts';
import type { ChangePolicies } from './immutable-child.ts';

/**
 * Reports a child that the new release doesn't render.
 *
 * @param added - the children that only the new release renders.
 * @param policies - undefined: the operator's policies are unknown.
 */
export function lostChildFinding(child: Place, added: readonly Place[], policies?: ChangePolicies): UpgradeFinding {
  const kind = objectGroupKind(child);
  const others = added.filter((each) => objectGroupKind(each) === kind);
  const successor =
    others.find((each) => childNameOf(each) === childNameOf(child)) ??
    others.find((each) => areChildrenAlike(child, each));
  const isAbandoned = policies !== undefined && policies(objectKindOf(child)) === undefined;
  const stays = reasonChildStays(child, policies);
  const isProtected = isProtectedKind(objectKindOf(child));
  const loss = lossOf(child, kind);
  const isMissed = loss !== undefined && (stays === undefined || isProtected);
  return upgradeFinding(child, {
    severity: isMissed || isAbandoned ? 'breaking' : 'risky',
    rule: successor === undefined ? 'child-gone' : 'child-renamed',
    what: `${objectTitleOf(child)} ${successor === undefined ? 'is no longer rendered' : childRenamingWords(child, successor)}`,
    hits: `installed children: ${stays ?? 'it is deleted'}${isMissed ? `, and ${loss}` : ''}`,
    remedy: isAbandoned
      ? `name its kind in \`retires\`, with whenDropped '${isProtected ? 'delete-data' : 'delete'}' or 'keep'`
      : successor === undefined
        ? "render it, or set `whenDropped: 'keep'` in `owns` if it is still needed"
        : 'render it under its old name and namespace: default names come from construct ids',
  });
}

/** Returns why a child isn't deleted when it is no longer rendered; undefined if it is, as far as known. */
function reasonChildStays(child: Place, policies: ChangePolicies | undefined): string | undefined {
  const kind = objectKindOf(child);
  const policy = policies?.(kind);
  if (isProtectedKind(kind) && policy?.whenDropped !== 'delete-data') return 'it stays behind without a controller';
  if (policies === undefined) return undefined;
  if (policy === undefined)
    return 'it stays behind without a controller, for neither `owns` nor `retires` has its kind';
  if (policy.whenDropped === 'delete' && deletesItsClaims(kind, child.value))
    return 'nothing is pruned, for its deletion would delete the volume claims of its pods';
  return policy.whenDropped === 'keep'
    ? 'it stays unchanged, as `whenDropped` demands, until its resource is deleted'
    : undefined;
}

function childRenamingWords(child: Place, successor: Place): string {
  const name = childNameOf(successor) === childNameOf(child) ? undefined : `called ${childNameOf(successor)}`;
  const [old, present] = [child, successor].map((each) => each.at('metadata', 'namespace').text);
  const place =
    old === present ? undefined : `in ${present === undefined ? 'no namespace' : `the namespace ${present}`}`;
  const was = place === undefined || old === undefined ? '' : `, and was in ${old}`;
  return `is ${[name, place].filter((each) => each !== undefined).join(' ')} now${was}`;
}

function childNameOf(child: Place): string | undefined {
  return child.at('metadata', 'name').text;
}

function lossOf(child: Place, kind: string): string | undefined {
  return deletesItsClaims(objectKindOf(child), child.value)
    ? 'the volume claims of its pods are deleted with it'
    : ownField(losses, kind);
}

/** The loss if a child with its old name is absent: `Kind.group` → the effect. */
const losses: Readonly<Record<string, string>> = {
  'CustomResourceDefinition.apiextensions.k8s.io': 'all resources of its kind go with it',
  'DaemonSet.apps': 'its pods end, even if no new ones run yet',
  'Deployment.apps': 'its pods end, even if no new ones run yet',
  'Ingress.networking.k8s.io': 'clients outside the cluster lose their connection, at least for a while',
  Namespace: 'new objects in the new namespace start without data',
  PersistentVolume: 'its replacement starts without its data',
  PersistentVolumeClaim: 'its replacement starts without its data',
  Secret: 'its readers by name no longer find it',
  Service: 'its clients by name no longer find it',
  ServiceAccount: 'pods that name it lose their rights, and no new ones start',
  'StatefulSet.apps': 'pods of another name start without the volumes of the old ones, which stay behind',
};

/** Returns true if two children are equal except for the name, wherever the name occurs. */
function areChildrenAlike(one: Place, other: Place): boolean {
  const [old, present] = [one, other].map((child) => {
    const { metadata: _, ...rest } = fieldsIn(child.value);
    return JSON.stringify(rest).replaceAll(child.at('metadata', 'name').text ?? '', '');
  });
  return old === present;
}
