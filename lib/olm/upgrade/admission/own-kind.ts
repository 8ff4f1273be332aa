import type { BundleContent, Place } from '../../content/index.ts';
import { both, type ReleasePair } from '../release-pair.ts';

/** What is known of the kinds that an operator brings, where its webhooks ask about them. */
export interface OwnKinds {
  /** `Namespaced` or `Cluster`, if all that a rule asks about under this name is of own kinds that have this scope. */
  readonly scopeOf: (rule: Place, resource: string) => string | undefined;
  /** Whether a rule asks about nothing but own kinds that the old release didn't bring: nobody has objects of these. */
  readonly areNew: (rule: Place) => boolean;
}

/** The kinds that the new one of two releases brings. */
export function ownKinds(releases: ReleasePair): OwnKinds {
  const [known, scopes] = both(releases, scopesOf);
  const namesOf = (rule: Place, resource: string) => rule.at('apiGroups').texts.map((group) => name(resource, group));
  return {
    scopeOf(rule, resource) {
      const [scope, ...others] = new Set(namesOf(rule, resource).map((each) => scopes.get(each)));
      return others.length === 0 ? scope : undefined;
    },
    areNew(rule) {
      const names = rule.at('resources').texts.flatMap((resource) => namesOf(rule, resource));
      return names.length > 0 && names.every((each) => scopes.has(each) && !known.has(each));
    },
  };
}

/** `plural.group` → scope. */
function scopesOf({ definitions }: BundleContent): ReadonlyMap<string, string> {
  return new Map(
    definitions.flatMap((definition) => {
      const { text: scope } = definition.at('spec', 'scope');
      const { text: plural } = definition.at('spec', 'names', 'plural');
      return scope === undefined || plural === undefined
        ? []
        : [[name(plural, definition.at('spec', 'group').text ?? ''), scope] as const];
    }),
  );
}

/** `plural.group` of a resource, or of the one that a subresource is of. */
function name(resource: string, group: string): string {
  return `${resource.split('/')[0]}.${group}`;
}
