// In: a child that can't become what the new release renders, and what its operator does about such a child. Out: what
// becomes of it. Called where the API server refuses a change because it doesn't let anybody change the field.

import { isDeepStrictEqual } from 'node:util';
import { type GroupVersionKind, isProtectedKind } from '../../../api/index.ts';
import type { ChildPolicy } from '../../../constructs/index.ts';
import { billionths } from '../../../schema/index.ts';
import type { Place } from '../../content/index.ts';
import { groupKindOf, kindOf } from '../object-identity.ts';
import { both, type Kept } from '../release-pair.ts';
import type { UpgradeFinding } from '../upgrade-finding.ts';

/** What the new release does about a child that it can't change, or no longer renders. */
export type ChildFate = Pick<ChildPolicy, 'whenImmutable' | 'whenDropped'>;

/** The fate of children of a kind; undefined if the new release neither owns nor retires the kind, and so looks after none of them. */
export type ChildFates = (kind: GroupVersionKind) => ChildFate | undefined;

/** What becomes of a child that can't be changed. @param fates - undefined: nobody knows what the operator does about it. */
export function immutableFate(
  child: Kept,
  fates: ChildFates | undefined,
): Pick<UpgradeFinding, 'severity' | 'hits' | 'remedy'> {
  const policy = fates?.(kindOf(child.after))?.whenImmutable ?? 'report';
  const harm = policy === 'report' ? undefined : harmOf(child, policy);
  if (policy === 'report' || harm !== undefined) {
    return {
      severity: 'breaking',
      hits: `installed children: the API server refuses the change, the child stays as it is${harm === undefined ? '' : `, for ${harm}`}, and its resource isn't Ready`,
      remedy:
        harm === undefined
          ? 'render what was rendered before, or say `whenImmutable` in `owns`: what to do with such a child'
          : 'render what was rendered before',
    };
  }
  return {
    severity: 'risky',
    hits: `installed children: as \`whenImmutable\` says, ${
      policy === 'recreate'
        ? 'each is deleted with everything that it owns and made anew when the new release starts'
        : 'each is deleted alone when the new release starts, and made anew around what it owned: its pods go on'
    }`,
    remedy: 'nothing, if that does no harm; else tell users when to upgrade',
  };
}

/** Why a child isn't replaced, though its operator replaces those that can't be changed. */
function harmOf(child: Kept, policy: 'recreate' | 'orphan-and-recreate'): string | undefined {
  const { before, after } = child;
  if (isProtectedKind(kindOf(after))) return 'its kind holds data and is never deleted';
  const isStatefulSet = groupKindOf(after) === 'StatefulSet.apps';
  if (isStatefulSet && losesClaims(child)) return 'its pods would begin without the data of a claim template';
  if (policy === 'recreate') {
    const retention = before.at('spec', 'persistentVolumeClaimRetentionPolicy', 'whenDeleted').text;
    return isStatefulSet && retention === 'Delete' ? 'the volume claims of its pods would go with it' : undefined;
  }
  const { group } = kindOf(after);
  if (group === 'batch') return "it wouldn't adopt the pods that it leaves behind";
  if (group !== 'apps') return undefined;
  if (isStatefulSet && shrinksClaims(child)) return "volume claims don't shrink";
  const [old, present] = both({ before, after }, (each) => each.at('spec', 'selector').value);
  return isDeepStrictEqual(old, present) ? undefined : "with another selector it wouldn't adopt what it leaves behind";
}

function losesClaims({ before, after }: Kept): boolean {
  return [...claimsOf(before).keys()].some((name) => !claimsOf(after).has(name));
}

function shrinksClaims({ before, after }: Kept): boolean {
  const wanted = claimsOf(after);
  return [...claimsOf(before)].some(([name, was]) => {
    const is = wanted.get(name);
    return was !== undefined && is !== undefined && is < was;
  });
}

/** Name of a claim template → how much it asks for. */
function claimsOf(statefulSet: Place): ReadonlyMap<string, bigint | undefined> {
  return new Map(
    statefulSet
      .at('spec', 'volumeClaimTemplates')
      .items.map((template) => [
        template.at('metadata', 'name').text ?? '',
        billionths(template.at('spec', 'resources', 'requests', 'storage').text ?? ''),
      ]),
  );
}
