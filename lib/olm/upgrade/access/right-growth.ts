import { type PolicyRule, type Right, rightsOf, ruleAllows } from '../../../constructs/index.ts';
import { type Place, policyRule } from '../../content/index.ts';
import { shown } from '../shown-value.ts';

/** What a rule allows on one target, beyond what others allow. */
export interface RightGrowth {
  /** Such as `pods in group ""` or `/metrics`. */
  readonly target: string;
  readonly verbs: readonly string[];
}

/** What is allowed, as messages say it, such as `get, list pods in group ""`. */
export function formatGrowth({ target, verbs }: RightGrowth): string {
  return `${verbs.map((verb) => (verb === '*' ? 'do anything with' : verb)).join(', ')} ${target}`;
}

/** The rules of a role, or of what is granted to an account. */
export function rulesOf(place: Place): readonly Place[] {
  return place.at('rules').items;
}

/** What a rule of a role allows that the rules in `held` don't. */
export function rightGrowth(rule: Place, held: readonly PolicyRule[]): readonly RightGrowth[] {
  const more = rightsOf(policyRule(rule)).filter((right) => !held.some((other) => ruleAllows(other, right)));
  return [...Map.groupBy(more, targetOf)].map(([target, rights]) => ({
    target,
    verbs: rights.map(({ verb }) => verb),
  }));
}

function targetOf(right: Right): string {
  if ('path' in right) return right.path;
  const { group, resource, name } = right;
  return `${resource}${name === undefined ? '' : ` ${name}`} in group ${group === '*' ? 'any' : shown(group)}`;
}
