import { type PolicyRule, type Right, ruleAllows, ruleRights } from '../../../constructs/index.ts';
import { decodedPolicyRule, type Place } from '../../content/index.ts';
import { shownValue } from '../shown-value.ts';

/** The verbs that a rule allows on one target, beyond those that other rules allow. */
export interface RightGrowth {
  /** The target, such as `pods in group ""` or `/metrics`. */
  readonly target: string;
  readonly verbs: readonly string[];
}

/** Returns the rights of a role's rule that the rules in `held` lack. */
export function rightGrowth(rule: Place, held: readonly PolicyRule[]): readonly RightGrowth[] {
  const more = ruleRights(decodedPolicyRule(rule)).filter((right) => !held.some((other) => ruleAllows(other, right)));
  return [...Map.groupBy(more, rightTarget)].map(([target, rights]) => ({
    target,
    verbs: rights.map(({ verb }) => verb),
  }));
}

/** Formats added or lost rights for findings, such as `get, list pods in group ""`. */
export function formatRightGrowth({ target, verbs }: RightGrowth): string {
  return `${verbs.map((verb) => (verb === '*' ? 'do anything with' : verb)).join(', ')} ${target}`;
}

function rightTarget(right: Right): string {
  if ('path' in right) return right.path;
  const { group, resource, name } = right;
  return `${resource}${name === undefined ? '' : ` ${name}`} in group ${group === '*' ? 'any' : shownValue(group)}`;
}
