// In: a bundle. Out: the unknown API groups in its RBAC rules, with the probably meant groups. Called by the rules
// about access: one reports them, the others skip their consequences.

import { isBuiltInGroup, isSubdomain } from '../../../../api/index.ts';
import { editDistance } from '../../../../schema/index.ts';
import { type BundleContent, memoized, type Place } from '../../../content/index.ts';
import { rbacRules } from './access-rule.ts';
import { isDefinitionConsistent } from './consistent-definition.ts';
import { knownResources } from './known-resource.ts';

/** An unknown API group. */
export interface GroupMisspelling {
  readonly place: Place;
  readonly text: string;
  /** The probably meant groups, if known. */
  readonly meant: readonly string[];
  /** The resources of the RBAC rule, with subresources. */
  readonly resources: readonly string[];
}

/** Returns the unknown groups in all RBAC rules of a bundle. */
export const groupMisspellings = memoized((bundle: BundleContent): readonly GroupMisspelling[] => {
  const rules = rbacRules(bundle);
  return rules.flatMap((rule) => {
    const groups = rule.at('apiGroups').items;
    const resources = rule.at('resources').texts;
    const homes = resources.map((resource) => groupsOfResource(bundle, resource.split('/')[0] ?? ''));
    const strays = homes.filter((each) => !each.some((group) => groups.some(({ text }) => text === group))).flat();
    return groups.flatMap((place): GroupMisspelling[] => {
      const { text } = place;
      if (text === undefined || text === '' || text === '*') return [];
      if (!isSubdomain(text)) return [{ place, text, meant: [...new Set(homes.flat())], resources }];
      const near = strays.filter((home) => isGroupMeantBy(text, home, rules));
      return near.length === 0 ? [] : [{ place, text, meant: [...new Set(near)], resources }];
    });
  });
});

/** Returns the groups with a resource of that plural: built in, or defined by the bundle. */
function groupsOfResource({ definitions }: BundleContent, resource: string): readonly string[] {
  return [
    ...knownResources.filter(({ plural }) => plural === resource).map(({ group }) => group),
    ...definitions
      .filter(isDefinitionConsistent)
      .map((definition) => definition.at('spec'))
      .filter((spec) => spec.at('names', 'plural').text === resource)
      .flatMap((spec) => spec.at('group').text ?? []),
  ];
}

/**
 * Returns true if a possible group is a misspelling. Groups without a dot are built in, and therefore known. Two groups
 * that differ in a letter or two may both exist, unless the right one is named nowhere.
 */
function isGroupMeantBy(text: string, home: string, rules: readonly Place[]): boolean {
  if (isBuiltInGroup(home)) return !text.includes('.') && !groupsWithoutDot.has(text);
  return editDistance(text, home) <= 2 && !rules.some((rule) => rule.at('apiGroups').texts.includes(home));
}

/** The last group existed once, and operators for old clusters name it. */
const groupsWithoutDot: ReadonlySet<string> = new Set([...knownResources.map(({ group }) => group), 'extensions']);
