// In: a bundle. Out: the unknown groups and resources in its RBAC rules, with the probably meant ones. Called by the
// rules about access: one reports them, the others skip their consequences.

import { isBuiltInGroup, isSubdomain } from '../../../../api/index.ts';
import { editDistance } from '../../../../schema/index.ts';
import { type BundleContent, memoized, type Place } from '../../../content/index.ts';
import { isDefinitionConsistent } from '../definition/bundle-definition.ts';
import { ownedEntries } from '../definition/owned-entry.ts';
import { rbacRules } from './account-grant.ts';
import { knownResources } from './built-in-resource.ts';

/** An unknown API group. */
export interface GroupMisspelling {
  readonly place: Place;
  readonly text: string;
  /** The groups that were probably meant; empty if unknown. */
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
    const candidates = resources.map((resource) => groupsOfResource(bundle, resource.split('/')[0] ?? ''));
    const unnamedGroups = candidates
      .filter((each) => !each.some((group) => groups.some(({ text }) => text === group)))
      .flat();
    return groups.flatMap((place): GroupMisspelling[] => {
      const { text } = place;
      if (text === undefined || text === '' || text === '*') return [];
      if (!isSubdomain(text)) return [{ place, text, meant: [...new Set(candidates.flat())], resources }];
      const meantGroups = unnamedGroups.filter((candidate) => isGroupMeantBy(text, candidate, rules));
      return meantGroups.length === 0 ? [] : [{ place, text, meant: [...new Set(meantGroups)], resources }];
    });
  });
});

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
function isGroupMeantBy(text: string, candidate: string, rules: readonly Place[]): boolean {
  if (isBuiltInGroup(candidate)) return !text.includes('.') && !groupsWithoutDot.has(text);
  return editDistance(text, candidate) <= 2 && !rules.some((rule) => rule.at('apiGroups').texts.includes(candidate));
}

/** The last group existed once, and operators for old clusters name it. */
const groupsWithoutDot: ReadonlySet<string> = new Set([...knownResources.map(({ group }) => group), 'extensions']);

/** An undefined resource in a group of the bundle. */
export interface ResourceMisspelling {
  readonly place: Place;
  readonly text: string;
  readonly group: string;
  /** The probably meant resource: a plural of that group, with its subresource if any. */
  readonly meant: string;
}

/**
 * Returns the unknown resources in all RBAC rules of a bundle. Other bundles may define kinds in the same group: only a
 * name similar to a kind of this bundle counts.
 */
export const resourceMisspellings = memoized((bundle: BundleContent): readonly ResourceMisspelling[] =>
  rbacRules(bundle).flatMap((rule) => ruleMisspellings(rule, bundle)),
);

function ruleMisspellings(rule: Place, bundle: BundleContent): readonly ResourceMisspelling[] {
  const groups = rule.at('apiGroups').texts;
  const definitions = bundle.definitions
    .filter(isDefinitionConsistent)
    .map((definition) => definition.at('spec'))
    .filter((spec) => groups.includes(spec.at('group').text ?? ''));
  const isOwn = groups.every((group) => definitions.some((spec) => spec.at('group').text === group));
  if (definitions.length === 0 || !isOwn) return [];
  return rule.at('resources').items.flatMap((place): ResourceMisspelling[] => {
    const { text } = place;
    const [resource = '', subresource] = (text ?? '').split('/');
    if (text === undefined || resource === '' || resource === '*' || isResourceOfOthers(bundle, resource)) return [];
    const exact = definitions.find((spec) => spec.at('names', 'plural').text === resource);
    const spec = exact ?? definitions.find((each) => isMisspeltPlural(resource, each.at('names')));
    const meantPart = subresource === undefined ? undefined : meantSubresource(subresource);
    const plural = spec?.at('names', 'plural').text;
    if (spec === undefined || plural === undefined) return [];
    const meant = subresource === undefined ? plural : `${plural}/${meantPart ?? subresource}`;
    return meant === text ? [] : [{ place, text, group: spec.at('group').text ?? '', meant }];
  });
}

/** Returns true for common misspellings of the plural: kind, singular or short name, or one letter different. */
function isMisspeltPlural(resource: string, names: Place): boolean {
  const plural = names.at('plural').text ?? '';
  const others = [plural, names.at('kind').text, names.at('singular').text, ...names.at('shortNames').texts];
  return others.some((name) => name?.toLowerCase() === resource.toLowerCase()) || editDistance(resource, plural) <= 1;
}

/** The subresources of custom resources. Other words may be custom verbs, which webhooks check. */
const subresources: readonly string[] = ['status', 'scale', 'finalizers'];

function meantSubresource(text: string): string | undefined {
  if (subresources.includes(text)) return undefined;
  return subresources.find((each) => editDistance(each, text.toLowerCase()) <= 1);
}

/** Returns true if the operator requires the resource from another bundle, or serves it itself. */
function isResourceOfOthers(bundle: BundleContent, resource: string): boolean {
  const services = bundle.clusterServiceVersion.at('spec', 'apiservicedefinitions');
  return (
    ownedEntries(bundle, 'required').some(({ name }) => name.startsWith(`${resource}.`)) ||
    [...services.at('owned').items, ...services.at('required').items].some((api) => api.at('name').text === resource)
  );
}
