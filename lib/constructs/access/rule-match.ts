// In: what a rule of a role says, and something that is asked for. Out: whether the rule allows it, as the RBAC authorizer
// decides. Called by whoever proves rights, judges those of a bundle, or compares those of two releases.

import type { PolicyRule } from './policy-rule.ts';

/** One verb on one target. Where a rule gives it, its words may be patterns, such as `*`. */
export type Right = ObjectRight | PathRight;

/** The right to do something with objects. */
export interface ObjectRight {
  readonly verb: string;
  /** Empty for the core group. */
  readonly group: string;
  /** Plural, with the subresource if one is meant: `memcacheds/status`. */
  readonly resource: string;
  /** Absent where no one object is meant: of lists, of objects that have yet to be made, and of rules without names. */
  readonly name?: string | undefined;
}

/** The right to a path that is no object's, such as `/metrics`. */
export interface PathRight {
  /** The HTTP method in lower case. */
  readonly verb: string;
  readonly path: string;
}

/**
 * Whether a rule allows what is asked for: by a request, or by another rule, of which {@link rightsOf} makes rights.
 *
 * @see https://kubernetes.io/docs/reference/access-authn-authz/rbac/#role-and-clusterrole
 */
export function ruleAllows(rule: PolicyRule, asked: Right): boolean {
  return rightsOf(rule).some((right) => includesRight(right, asked));
}

/** A rule taken apart: each verb on each resource, on each named object where it names some, and on each path. */
export function rightsOf({
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

/** Whether a right that a rule gives is enough for what is asked for. */
export function includesRight(given: Right, asked: Right): boolean {
  if (!isOrAny(given.verb, asked.verb)) return false;
  if ('path' in given) return 'path' in asked && includesPath(given.path, asked.path);
  return (
    !('path' in asked) &&
    isOrAny(given.group, asked.group) &&
    includesResource(given.resource, asked.resource) &&
    // Without a name, all objects are meant; with one, lists and creations are only where they name it, too.
    (given.name === undefined || given.name === asked.name)
  );
}

/** `*` is everything, `*` with a subresource is that one of everything; an asterisk behind the slash is nothing. */
function includesResource(given: string, asked: string): boolean {
  const slash = asked.indexOf('/');
  return isOrAny(given, asked) || (slash >= 0 && given === `*${asked.slice(slash)}`);
}

function includesPath(given: string, asked: string): boolean {
  return given === asked || (given.endsWith('*') && asked.startsWith(given.replace(/(?<!\*)\*+$/, '')));
}

function isOrAny(given: string, asked: string): boolean {
  return given === '*' || given === asked;
}
