// In: a bundle. Out: the resources of its rules of access that it nearly defines, and those that were meant.
// Called by the rules about access, of which one tells of them, and others of what they lead to.

import { editDistance } from '../../../schema/index.ts';
import { type BundleContent, onceForEach, type Place } from '../../content/index.ts';
import { accessRules } from './access-rule.ts';
import { isConsistent } from './consistent-definition.ts';

/** A resource that nobody defines, in a group of the bundle. */
export interface ResourceSlip {
  readonly place: Place;
  readonly text: string;
  readonly group: string;
  /** What it was meant to be: a plural of that group, with the subresource if it has one. */
  readonly meant: string;
}

/**
 * All of a bundle's rules. Other bundles may define kinds in the same group: only what is called nearly as a kind of this one
 * is taken for it.
 */
export const resourceSlips = onceForEach((bundle: BundleContent): readonly ResourceSlip[] =>
  accessRules(bundle).flatMap(({ rule }) => slips(rule, bundle)),
);

function slips(rule: Place, bundle: BundleContent): readonly ResourceSlip[] {
  const groups = rule.at('apiGroups').texts;
  const definitions = bundle.definitions
    .filter(isConsistent)
    .map((definition) => definition.at('spec'))
    .filter((spec) => groups.includes(spec.at('group').text ?? ''));
  const isOwn = groups.every((group) => definitions.some((spec) => spec.at('group').text === group));
  if (definitions.length === 0 || !isOwn) return [];
  return rule.at('resources').items.flatMap((place): ResourceSlip[] => {
    const { text } = place;
    const [resource = '', subresource] = (text ?? '').split('/');
    if (text === undefined || resource === '' || resource === '*' || isOfOthers(bundle, resource)) return [];
    const exact = definitions.find((spec) => spec.at('names', 'plural').text === resource);
    const spec = exact ?? definitions.find((each) => isNearly(resource, each.at('names')));
    const meantSubresource = subresource === undefined ? undefined : nearSubresource(subresource);
    const plural = spec?.at('names', 'plural').text;
    if (spec === undefined || plural === undefined) return [];
    const meant = subresource === undefined ? plural : `${plural}/${meantSubresource ?? subresource}`;
    return meant === text ? [] : [{ place, text, group: spec.at('group').text ?? '', meant }];
  });
}

/** Whether it is what people write for the plural: kind, singular or short name, or a letter more, less or another. */
function isNearly(resource: string, names: Place): boolean {
  const plural = names.at('plural').text ?? '';
  const others = [plural, names.at('kind').text, names.at('singular').text, ...names.at('shortNames').texts];
  return others.some((name) => name?.toLowerCase() === resource.toLowerCase()) || editDistance(resource, plural) <= 1;
}

/** What API servers know below custom resources. Other words may be verbs in disguise, which webhooks ask for. */
const subresources: readonly string[] = ['status', 'scale', 'finalizers'];

function nearSubresource(text: string): string | undefined {
  if (subresources.includes(text)) return undefined;
  return subresources.find((each) => editDistance(each, text.toLowerCase()) <= 1);
}

/** Whether the operator asks for it from another bundle, or serves it itself. */
function isOfOthers({ clusterServiceVersion }: BundleContent, resource: string): boolean {
  const spec = clusterServiceVersion.at('spec');
  return (
    spec
      .at('customresourcedefinitions', 'required')
      .items.some((each) => each.at('name').text?.startsWith(`${resource}.`) === true) ||
    ['owned', 'required'].some((list) =>
      spec.at('apiservicedefinitions', list).items.some((each) => each.at('name').text === resource),
    )
  );
}
