// In: a child of a sample that the new release doesn't render. Out: what becomes of those in clusters.
// Called for each such child.

import { isJsonObject, isProtectedKind } from '../../api/index.ts';
import type { Place } from '../content/index.ts';
import { groupKindOf, kindOf, titleOf } from './child-kind.ts';
import { type UpgradeFinding, upgradeFinding } from './upgrade-finding.ts';

/** A child that the new release doesn't render. @param added - those that only the new one renders */
export function lostChild(child: Place, added: readonly Place[]): UpgradeFinding {
  const kind = groupKindOf(child);
  const others = added.filter((each) => groupKindOf(each) === kind);
  const successor =
    others.find((each) => nameOf(each) === nameOf(child)) ?? others.find((each) => isAlike(child, each));
  const loss = losses[kind];
  const becomes = isProtectedKind(kindOf(child)) ? 'it stays behind and nobody looks after it' : 'it is deleted';
  return upgradeFinding(child, {
    severity: loss === undefined ? 'risky' : 'breaking',
    rule: successor === undefined ? 'child-gone' : 'child-renamed',
    what: `${titleOf(child)} ${successor === undefined ? 'is no longer rendered' : becoming(child, successor)}`,
    who: `installed children: ${becomes}${loss === undefined ? '' : `, and ${loss}`}`,
    remedy:
      successor === undefined
        ? "render it, or say `whenDropped: 'keep'` in `owns` where it is still of use"
        : 'render it under its old name, where it was: names come from construct ids where none is given',
  });
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
