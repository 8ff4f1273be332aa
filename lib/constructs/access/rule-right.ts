// In: a rule of a role, and a requested right. Out: true if the rule allows it, as the RBAC authorizer decides. Called
// by tests of rights, by the rules for bundles, and by the comparison of two releases.

import type { PolicyRule } from './policy-rule.ts';

/** One verb on one target. In a rule, its words may be patterns, such as `*`. */
export type Right = ObjectRight | PathRight;

/** The right to a verb on objects. */
export interface ObjectRight {
  readonly verb: string;
  /** Empty for the core group. */
  readonly group: string;
  /** Plural, with the subresource if there is one: `memcacheds/status`. */
  readonly resource: string;
  /** Absent if the right isn't for one object: for lists, creations, and rules without names. */
  readonly name?: string | undefined;
}

/** The right to a path without an object, such as `/metrics`. */
export interface PathRight {
  /** The HTTP method in lower case. */
  readonly verb: string;
  readonly path: string;
}

/**
 * Returns true if a rule allows a right. It is that of a request, or one that {@link ruleRights} returns for another
 * rule.
 *
 * @see https://kubernetes.io/docs/reference/access-authn-authz/rbac/#role-and-clusterrole
 */
export function ruleAllows(rule: PolicyRule, asked: Right): boolean {
  const { verbs, apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] } = rule;
  if (!verbs.some((verb) => isEqualOrAny(verb, asked.verb))) return false;
  if ('path' in asked) return nonResourceURLs.some((path) => includesRulePath(path, asked.path));
  return (
    apiGroups.some((group) => isEqualOrAny(group, asked.group)) &&
    resources.some((resource) => includesRuleResource(resource, asked.resource)) &&
    (resourceNames.length === 0 || (asked.name !== undefined && resourceNames.includes(asked.name)))
  );
}

/**
 * Returns the single rights of a rule: each verb on each resource, on each named object if it names some, and on each
 * path.
 */
export function ruleRights({
  verbs,
  apiGroups = [],
  resources = [],
  resourceNames = [],
  nonResourceURLs = [],
}: PolicyRule): readonly Right[] {
  const names = resourceNames.length === 0 ? [undefined] : resourceNames;
  const targets = [
    ...apiGroups.flatMap((group) => resources.flatMap((resource) => names.map((name) => ({ group, resource, name })))),
    ...nonResourceURLs.map((path) => ({ path })),
  ];
  return targets.flatMap((target) => verbs.map((verb) => ({ verb, ...target })));
}

/** Returns true if a right that a rule gives includes a requested one. */
export function includesRight(given: Right, asked: Right): boolean {
  if (!isEqualOrAny(given.verb, asked.verb)) return false;
  if ('path' in given) return 'path' in asked && includesRulePath(given.path, asked.path);
  return (
    !('path' in asked) &&
    isEqualOrAny(given.group, asked.group) &&
    includesRuleResource(given.resource, asked.resource) &&
    // Without a name, the rule is for all objects. With a name, it allows lists and creations only if they name the
    // object, too.
    (given.name === undefined || given.name === asked.name)
  );
}

/** `*` is everything, `*` with a subresource is that of every resource; an asterisk after the slash matches nothing. */
function includesRuleResource(given: string, asked: string): boolean {
  const slash = asked.indexOf('/');
  return isEqualOrAny(given, asked) || (slash >= 0 && given === `*${asked.slice(slash)}`);
}

function includesRulePath(given: string, asked: string): boolean {
  return given === asked || (given.endsWith('*') && asked.startsWith(given.replace(/(?<!\*)\*+$/, '')));
}

function isEqualOrAny(given: string, asked: string): boolean {
  return given === '*' || given === asked;
}
