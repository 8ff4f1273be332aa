import { type PolicyRule, type Right, rightsOf, ruleAllows } from '../../../constructs/index.ts';
import { decodedPolicyRule, type Place } from '../../content/index.ts';
import { shownValue } from '../shown-change.ts';

/** The verbs that a rule allows on one target, beyond those that other rules allow. */
export interface RightGrowth {
  /** The target, such as `pods in group ""` or `/metrics`. */
  readonly target: string;
  readonly verbs: readonly string[];
}

/** Formats rights for messages, such as `get, list pods in group ""`. */
export function formatRightGrowth({ target, verbs }: RightGrowth): string {
  return `${verbs.map((verb) => (verb === '*' ? 'do anything with' : verb)).join(', ')} ${target}`;
}

/** Returns the rules of a role, or of an account's permissions. */
export function policyRulesAt(place: Place): readonly Place[] {
  return place.at('rules').items;
}

/** Returns the rights of a role's rule that the rules in `held` lack. */
export function rightGrowth(rule: Place, held: readonly PolicyRule[]): readonly RightGrowth[] {
  const more = rightsOf(decodedPolicyRule(rule)).filter((right) => !held.some((other) => ruleAllows(other, right)));
  return [...Map.groupBy(more, rightTarget)].map(([target, rights]) => ({
    target,
    verbs: rights.map(({ verb }) => verb),
  }));
}

function rightTarget(right: Right): string {
  if ('path' in right) return right.path;
  const { group, resource, name } = right;
  return `${resource}${name === undefined ? '' : ` ${name}`} in group ${group === '*' ? 'any' : shownValue(group)}`;
}
