import type { BundleContent, Place } from '../../content/index.ts';
import { both, type ReleasePair } from '../release-pair.ts';

/** The kinds of an operator, as far as its webhooks match them. */
export interface OwnKinds {
  /** Returns `Namespaced` or `Cluster`, if a rule matches only own kinds of this scope under this name. */
  readonly scopeOf: (rule: Place, resource: string) => string | undefined;
  /** Returns true if a rule matches only own kinds that the old release didn't have: no objects of these exist. */
  readonly areNew: (rule: Place) => boolean;
}

/** Returns the kinds of the newer of two releases. */
export function ownKinds(releases: ReleasePair): OwnKinds {
  const [known, scopes] = both(releases, ownKindScopes);
  const namesOf = (rule: Place, resource: string) =>
    rule.at('apiGroups').texts.map((group) => ownKindName(resource, group));
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
function ownKindScopes({ definitions }: BundleContent): ReadonlyMap<string, string> {
  return new Map(
    definitions.flatMap((definition) => {
      const { text: scope } = definition.at('spec', 'scope');
      const { text: plural } = definition.at('spec', 'names', 'plural');
      return scope === undefined || plural === undefined
        ? []
        : [[ownKindName(plural, definition.at('spec', 'group').text ?? ''), scope] as const];
    }),
  );
}

/** Returns `plural.group` of a resource, or of the resource of a subresource. */
function ownKindName(resource: string, group: string): string {
  return `${resource.split('/')[0]}.${group}`;
}
