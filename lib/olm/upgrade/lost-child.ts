// In: a child of a sample that the new release doesn't render. Out: what becomes of those in clusters.
// Called for each such child.

import { isJsonObject, isProtectedKind } from '../../api/index.ts';
import type { Place } from '../content/index.ts';
import { groupKindOf, kindOf, titleOf } from './child-kind.ts';
import { type UpgradeFinding, upgradeFinding } from './upgrade-finding.ts';

/** A child that the new release doesn't render. @param added - those that only the new one renders */
export function lostChild(child: Place, added: readonly Place[]): UpgradeFinding {
  const kind = groupKindOf(child);
  const successor = added.find((each) => groupKindOf(each) === kind && isAlike(child, each));
  const name = successor?.at('metadata', 'name').text;
  const loss = losses[kind];
  const becomes = isProtectedKind(kindOf(child)) ? 'it stays behind and nobody looks after it' : 'it is deleted';
  return upgradeFinding(child, {
    severity: loss === undefined ? 'risky' : 'breaking',
    rule: name === undefined ? 'child-gone' : 'child-renamed',
    what: name === undefined ? `${titleOf(child)} is no longer rendered` : `${titleOf(child)} is called ${name} now`,
    who: `installed children: ${becomes}${loss === undefined ? '' : `, and ${loss}`}`,
    remedy:
      name === undefined
        ? "render it, or say `whenDropped: 'keep'` in `owns` where it is still of use"
        : 'render it under its old name: names come from construct ids where none is given',
  });
}

/** What somebody misses when a child isn't there under its name: `Kind.group` → what. */
const losses: Readonly<Record<string, string>> = {
  Namespace: 'what is made in the new one begins with nothing',
  PersistentVolume: 'what is made instead begins without its data',
  PersistentVolumeClaim: 'what is made instead begins without its data',
  Secret: 'what reads it by its name finds it no longer',
  Service: 'what reaches it by its name finds it no longer',
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
