import type { Place } from '../content/index.ts';
import { shown } from './shown-value.ts';

/** What a rule allows on one target, beyond what others allow. */
export interface Growth {
  /** Such as `pods in group ""` or `/metrics`. */
  readonly target: string;
  readonly verbs: readonly string[];
}

/** What is allowed, as messages say it, such as `get, list pods in group ""`. */
export function formatGrowth({ target, verbs }: Growth): string {
  return `${verbs.map((verb) => (verb === '*' ? 'do anything with' : verb)).join(', ')} ${target}`;
}

/** The rules of a role, or of what is granted to an account. */
export function rulesOf(place: Place): readonly Place[] {
  return place.at('rules').items;
}

/** One thing that a rule is about. */
interface Target {
  readonly group?: string;
  readonly resource?: string;
  readonly name?: string;
  readonly url?: string;
}

/**
 * What a rule of a role allows that the rules in `held` don't.
 *
 * @see https://kubernetes.io/docs/reference/access-authn-authz/rbac/#referring-to-resources
 */
export function growth(rule: Place, held: readonly Place[]): readonly Growth[] {
  return targetsOf(rule).flatMap((target) => {
    const verbs = rule.at('verbs').texts.filter((verb) => !held.some((other) => allows(other, verb, target)));
    return verbs.length === 0 ? [] : [{ target: formatTarget(target), verbs }];
  });
}

function targetsOf(rule: Place): readonly Target[] {
  const names = rule.at('resourceNames').texts;
  const objects = rule
    .at('apiGroups')
    .texts.flatMap((group) =>
      rule
        .at('resources')
        .texts.flatMap((resource): Target[] =>
          names.length === 0 ? [{ group, resource }] : names.map((name) => ({ group, resource, name })),
        ),
    );
  return [...objects, ...rule.at('nonResourceURLs').texts.map((url): Target => ({ url }))];
}

function allows(rule: Place, verb: string, { group, resource, name, url }: Target): boolean {
  if (!isNamed(rule.at('verbs').texts, verb)) return false;
  if (url !== undefined) return rule.at('nonResourceURLs').texts.some((pattern) => isCoveredUrl(pattern, url));
  if (group === undefined || resource === undefined) return false;
  const slash = resource.indexOf('/');
  const anySubresource = slash < 0 ? resource : `*${resource.slice(slash)}`;
  const resources = rule.at('resources').texts;
  const names = rule.at('resourceNames').texts;
  return (
    isNamed(rule.at('apiGroups').texts, group) &&
    (isNamed(resources, resource) || resources.includes(anySubresource)) &&
    (names.length === 0 || (name !== undefined && names.includes(name)))
  );
}

function isNamed(names: readonly string[], name: string): boolean {
  return names.includes('*') || names.includes(name);
}

function isCoveredUrl(pattern: string, url: string): boolean {
  return pattern === url || (pattern.endsWith('*') && url.startsWith(pattern.slice(0, -1)));
}

function formatTarget({ group, resource, name, url }: Target): string {
  if (url !== undefined) return url;
  return `${resource}${name === undefined ? '' : ` ${name}`} in group ${group === '*' ? 'any' : shown(group)}`;
}
