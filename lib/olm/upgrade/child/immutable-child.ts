import { isDeepStrictEqual } from 'node:util';
import { type GroupVersionKind, isProtectedKind } from '../../../api/index.ts';
import { type ChildPolicy, deletesItsClaims } from '../../../constructs/index.ts';
import { quantityBillionths, scalarText } from '../../../schema/index.ts';
import { objectKindOf, type Place } from '../../content/index.ts';
import { objectGroupKind } from '../object-identity.ts';
import { both, type Kept } from '../release-pair.ts';
import type { UpgradeFinding } from '../upgrade-finding.ts';

/** The new release's policy for a child that it can't change, or no longer renders. */
export type ChangePolicy = Pick<ChildPolicy, 'whenImmutable' | 'whenDropped'>;

/** Returns the policy for children of a kind; undefined if the new release neither owns nor retires the kind. */
export type ChangePolicies = (kind: GroupVersionKind) => ChangePolicy | undefined;

/**
 * Reports the effect on a child that can't be changed.
 *
 * @param policies - undefined: the operator's policy is unknown.
 */
export function immutableChildEffect(
  child: Kept,
  policies: ChangePolicies | undefined,
): Pick<UpgradeFinding, 'severity' | 'hits' | 'remedy'> {
  const policy = policies?.(objectKindOf(child.after))?.whenImmutable ?? 'report';
  const obstacle = policy === 'report' ? undefined : replacementObstacle(child, policy);
  if (policy === 'report' || obstacle !== undefined) {
    return {
      severity: 'breaking',
      hits: `installed children: the API server rejects the change, the child stays unchanged${obstacle === undefined ? '' : `, for ${obstacle}`}, and its resource isn't Ready`,
      remedy:
        obstacle === undefined
          ? 'render the old value, or set `whenImmutable` in `owns`, the policy for such a child'
          : 'render the old value',
    };
  }
  return {
    severity: 'risky',
    hits: `installed children: as \`whenImmutable\` demands, ${
      policy === 'recreate'
        ? 'each is deleted with everything that it owns and created again when the new release starts'
        : 'each is deleted alone when the new release starts, and created again around its children: its pods keep running'
    }`,
    remedy: 'nothing, if that does no harm; else name a time for the upgrade in the release notes',
  };
}

/** Returns why a child isn't replaced, although its operator replaces children that can't be changed. */
function replacementObstacle(child: Kept, policy: 'recreate' | 'orphan-and-recreate'): string | undefined {
  const { before, after } = child;
  if (isProtectedKind(objectKindOf(after))) return 'its kind holds data and is never recreated';
  const isStatefulSet = objectGroupKind(after) === 'StatefulSet.apps';
  if (isStatefulSet && losesVolumeClaims(child)) return 'its pods would start without the data of a claim template';
  if (policy === 'recreate') {
    return deletesItsClaims(objectKindOf(before), before.value)
      ? 'the volume claims of its pods would be deleted with it'
      : undefined;
  }
  const { group } = objectKindOf(after);
  if (group === 'batch') return "the new object wouldn't adopt the orphaned pods";
  if (group !== 'apps') return undefined;
  if (isStatefulSet && shrinksVolumeClaims(child)) return "volume claims don't shrink";
  const [old, present] = both({ before, after }, (each) => each.at('spec', 'selector').value);
  return isDeepStrictEqual(old, present)
    ? undefined
    : "with another selector the new object wouldn't adopt the orphaned children";
}

function losesVolumeClaims({ before, after }: Kept): boolean {
  return [...volumeClaimSizes(before).keys()].some((name) => !volumeClaimSizes(after).has(name));
}

function shrinksVolumeClaims({ before, after }: Kept): boolean {
  const wanted = volumeClaimSizes(after);
  return [...volumeClaimSizes(before)].some(([name, was]) => {
    const is = wanted.get(name);
    return was !== undefined && is !== undefined && is < was;
  });
}

/** Name of a claim template → the requested size. */
function volumeClaimSizes(statefulSet: Place): ReadonlyMap<string, bigint | undefined> {
  return new Map(
    statefulSet
      .at('spec', 'volumeClaimTemplates')
      .items.map((template) => [
        template.at('metadata', 'name').text ?? '',
        quantityBillionths(scalarText(template.at('spec', 'resources', 'requests', 'storage').value)),
      ]),
  );
}
