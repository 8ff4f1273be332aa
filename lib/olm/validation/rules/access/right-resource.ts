import { builtInKinds, type Kind } from '../../../../api/index.ts';
import type { Place } from '../../../content/index.ts';
import type { Violation } from '../../../finding/violation.ts';
import { rbacRules } from '../../access/access-rule.ts';
import { groupMisspellings } from '../../access/group-misspelling.ts';
import { resourceMisspellings } from '../../access/resource-misspelling.ts';
import type { BundleRule } from '../../rule.ts';

/** Rules for the groups and resources in RBAC rules: they exist. */
export const rightResourceRules: readonly BundleRule[] = [
  {
    id: 'access-group',
    demand: 'The groups of a rule are those of its resources: without a version, as their definitions spell them.',
    *check(bundle) {
      for (const { place, text, meant } of groupMisspellings(bundle)) {
        yield {
          place,
          what: `${text} is not a group of these resources, so that it allows nothing`,
          remedy:
            meant.length > 0
              ? `write ${meant.map((group) => `"${group}"`).join(' or ')}`
              : 'write a group without a version: that of core kinds is ""',
        };
      }
    },
  },
  {
    id: 'access-resource',
    demand: 'The resources of a rule are in its groups, by the names that API servers know: lower-case plurals.',
    *check(bundle) {
      for (const { rule } of rbacRules(bundle)) {
        const groups = rule.at('apiGroups').texts;
        if (groups.length === 0 || !groups.every((group) => builtInGroups.has(group))) continue;
        for (const place of rule.at('resources').items) yield* resourceViolations(place, groups);
      }
      for (const { place, text, group, meant } of resourceMisspellings(bundle)) {
        yield {
          place,
          what: `the bundle defines no ${text} in ${group}, so that it allows nothing`,
          remedy: `write ${meant}`,
        };
      }
    },
  },
];

const kinds = builtInKinds();
const builtInGroups: ReadonlySet<string> = new Set(kinds.map(({ group }) => group));

function* resourceViolations(place: Place, groups: readonly string[]): Generator<Violation> {
  const [resource = ''] = (place.text ?? '').split('/');
  const named = (matches: (kind: Kind) => boolean) => kinds.filter(matches);
  const homes = named(({ plural }) => plural === resource).map(({ group }) => group);
  if (homes.some((group) => groups.includes(group))) return;
  if (homes.length > 0) {
    const inWords = [...new Set(homes)].map((group) => `"${group}"`).join(' or ');
    yield {
      place,
      what: `there are no ${resource} in ${groups.map((group) => `"${group}"`).join(', ')}, so that it allows nothing`,
      remedy: `their group is ${inWords}`,
    };
    return;
  }
  const meant = named(({ group, kind }) => groups.includes(group) && kind.toLowerCase() === resource.toLowerCase())[0];
  const spelt = named(({ group, plural }) => groups.includes(group) && plural === resource.toLowerCase())[0];
  const right = (meant ?? spelt)?.plural;
  if (right === undefined) return;
  yield {
    place,
    what: `no resource is called ${resource}, so that it allows nothing`,
    remedy: `write ${right}`,
  };
}
