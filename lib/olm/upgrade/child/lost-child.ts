// In: a child of a sample that the new release doesn't render. Out: what becomes of those in clusters.
// Called for each such child.

import { isJsonObject, isProtectedKind } from '../../../api/index.ts';
import { ownField } from '../../../schema/index.ts';
import type { Place } from '../../content/index.ts';
import { groupKindOf, kindOf, titleOf } from '../object-identity.ts';
import { type UpgradeFinding, upgradeFinding } from '../upgrade-finding.ts';
import type { ChildFates } from './child-fate.ts';

/**
 * A child that the new release doesn't render.
 *
 * @param added - those that only the new one renders
 * @param fates - undefined: nobody knows what the operator does about it
 */
export function lostChild(child: Place, added: readonly Place[], fates?: ChildFates): UpgradeFinding {
  const kind = groupKindOf(child);
  const others = added.filter((each) => groupKindOf(each) === kind);
  const successor =
    others.find((each) => nameOf(each) === nameOf(child)) ?? others.find((each) => isAlike(child, each));
  const isAbandoned = fates !== undefined && fates(kindOf(child)) === undefined;
  const stays = whyItStays(child, fates);
  const loss = ownField(losses, kind);
  const isMissed = loss !== undefined && (stays === undefined || isProtectedKind(kindOf(child)));
  return upgradeFinding(child, {
    severity: isMissed || isAbandoned ? 'breaking' : 'risky',
    rule: successor === undefined ? 'child-gone' : 'child-renamed',
    what: `${titleOf(child)} ${successor === undefined ? 'is no longer rendered' : becoming(child, successor)}`,
    hits: `installed children: ${stays ?? 'it is deleted'}${isMissed ? `, and ${loss}` : ''}`,
    remedy: isAbandoned
      ? "name its kind in `retires`, with whenDropped 'delete' or 'keep'"
      : successor === undefined
        ? "render it, or say `whenDropped: 'keep'` in `owns` where it is still of use"
        : 'render it under its old name, where it was: names come from construct ids where none is given',
  });
}

/** Why a child isn't deleted when it is no longer rendered; undefined if it is, as far as is known. */
function whyItStays(child: Place, fates: ChildFates | undefined): string | undefined {
  if (isProtectedKind(kindOf(child))) return 'it stays behind and nobody looks after it';
  if (fates === undefined) return undefined;
  const fate = fates(kindOf(child));
  if (fate === undefined)
    return 'it stays behind and no controller looks after it, for neither `owns` nor `retires` has its kind';
  return fate.whenDropped === 'keep' ? 'it stays as it is, as `whenDropped` says, until its resource goes' : undefined;
}

/** What a child is called now, and where it is. */
function becoming(child: Place, successor: Place): string {
  const name = nameOf(successor) === nameOf(child) ? undefined : `called ${nameOf(successor)}`;
  const [old, present] = [child, successor].map((each) => each.at('metadata', 'namespace').text);
  const place =
    old === present ? undefined : `in ${present === undefined ? 'no namespace' : `the namespace ${present}`}`;
  const was = place === undefined || old === undefined ? '' : `, and was in ${old}`;
  return `is ${[name, place].filter((each) => each !== undefined).join(' ')} now${was}`;
}

function nameOf(child: Place): string | undefined {
  return child.at('metadata', 'name').text;
}

/** What somebody misses when a child isn't there under its name: `Kind.group` → what. */
const losses: Readonly<Record<string, string>> = {
  'DaemonSet.apps': 'its pods end, whether or not there are others yet',
  'Deployment.apps': 'its pods end, whether or not there are others yet',
  'Ingress.networking.k8s.io': 'what reaches it from outside finds nothing there, at least for a while',
  Namespace: 'what is made in the new one begins with nothing',
  PersistentVolume: 'what is made instead begins without its data',
  PersistentVolumeClaim: 'what is made instead begins without its data',
  Secret: 'what reads it by its name finds it no longer',
  Service: 'what reaches it by its name finds it no longer',
  ServiceAccount: 'what names it has no rights any more, and no new pods by that name start',
  'StatefulSet.apps': 'pods of another name begin without the volumes of the old ones, which stay behind',
};

/** Whether two children are one but for the name, wherever it is said. */
function isAlike(one: Place, other: Place): boolean {
  const [old, present] = [one, other].map((child) => {
    const { metadata: _, ...rest } = isJsonObject(child.value) ? child.value : {};
    return JSON.stringify(rest).replaceAll(child.at('metadata', 'name').text ?? '', '');
  });
  return old === present;
}
