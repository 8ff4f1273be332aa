// In: a bundle. Out: the groups of its rules of access that nobody has, and those that were meant.
// Called by the rules about access, of which one tells of them, and others of what they lead to.

import { isBuiltInGroup, isSubdomain } from '../../../api/index.ts';
import { editDistance } from '../../../schema/index.ts';
import { type BundleContent, onceForEach, type Place } from '../../content/index.ts';
import { accessRules } from './access-rule.ts';
import { isConsistent } from './consistent-definition.ts';
import { knownResources } from './known-resource.ts';

/** A group that nobody has. */
export interface GroupSlip {
  readonly place: Place;
  readonly text: string;
  /** The groups that it may have been meant to be, as far as that is known. */
  readonly meant: readonly string[];
  /** What the rule is about, with subresources. */
  readonly resources: readonly string[];
}

/** All of a bundle's rules. */
export const groupSlips = onceForEach((bundle: BundleContent): readonly GroupSlip[] => {
  const rules = accessRules(bundle).map(({ rule }) => rule);
  return rules.flatMap((rule) => {
    const groups = rule.at('apiGroups').items;
    const resources = rule.at('resources').texts;
    const homes = resources.map((resource) => homesOf(bundle, resource.split('/')[0] ?? ''));
    const strays = homes.filter((each) => !each.some((group) => groups.some(({ text }) => text === group))).flat();
    return groups.flatMap((place): GroupSlip[] => {
      const { text } = place;
      if (text === undefined || text === '' || text === '*') return [];
      if (!isSubdomain(text)) return [{ place, text, meant: [...new Set(homes.flat())], resources }];
      const near = strays.filter((home) => isMeantBy(text, home, rules));
      return near.length === 0 ? [] : [{ place, text, meant: [...new Set(near)], resources }];
    });
  });
});

/** The groups in which there is a resource of that plural: built in, or defined by the bundle. */
function homesOf({ definitions }: BundleContent, resource: string): readonly string[] {
  return [
    ...knownResources.filter(({ plural }) => plural === resource).map(({ group }) => group),
    ...definitions
      .filter(isConsistent)
      .map((definition) => definition.at('spec'))
      .filter((spec) => spec.at('names', 'plural').text === resource)
      .flatMap((spec) => spec.at('group').text ?? []),
  ];
}

/**
 * Whether a group that could be is none. Those without a dot are API servers' own, which are known. Of two that differ in a
 * letter or two both may be somebody's, unless the right one is named nowhere.
 */
function isMeantBy(text: string, home: string, rules: readonly Place[]): boolean {
  if (isBuiltInGroup(home)) return !text.includes('.') && !groupsWithoutDot.has(text);
  return editDistance(text, home) <= 2 && !rules.some((rule) => rule.at('apiGroups').texts.includes(home));
}

/** The last is one that was, and operators for old clusters name. */
const groupsWithoutDot: ReadonlySet<string> = new Set([...knownResources.map(({ group }) => group), 'extensions']);
