import { builtInKinds } from '../../../../api/index.ts';
import { nearestName } from '../../../../schema/index.ts';
import type { BundleContent, Place } from '../../../content/index.ts';
import type { Violation } from '../../../finding/violation.ts';
import type { BundleRule } from '../../bundle-rule.ts';
import { areGroupsBuiltIn, builtInResourceProblem, builtInSubresources } from '../../model/access/built-in-resource.ts';
import { isDefinitionConsistent } from '../../model/definition/bundle-definition.ts';
import { ownedEntries } from '../../model/definition/owned-entry.ts';
import { bundleWebhooks } from '../../model/webhook/bundle-webhook.ts';
import { forbiddenGroups } from './webhook-request.ts';

/** Rules for the resources that webhooks match: they exist. */
export const webhookResourceRules: readonly BundleRule[] = [
  {
    id: 'webhook-rule-resource',
    demand:
      'The resources of a webhook in built-in groups and in those of the bundle exist, with their versions and subresources.',
    *check(bundle) {
      for (const { place, isAdmission } of bundleWebhooks(bundle)) {
        if (!isAdmission) continue;
        for (const rule of place.at('rules').items) {
          // Several resources may have the same problem.
          const reported = new Set<string>();
          for (const violation of [...builtInResourceViolations(rule), ...undefinedResourceViolations(rule, bundle)]) {
            if (reported.has(violation.place.path)) continue;
            reported.add(violation.place.path);
            yield violation;
          }
        }
      }
    },
  },
];

function* builtInResourceViolations(rule: Place): Generator<Violation> {
  const groups = rule.at('apiGroups').texts;
  // Another rule reports webhooks that match registrations of webhooks.
  if (!areGroupsBuiltIn(groups) || groups.includes('admissionregistration.k8s.io')) return;
  for (const place of rule.at('resources').items) {
    const [resource = ''] = (place.text ?? '').split('/');
    const problem = builtInResourceProblem(resource, groups);
    const subresources = builtInSubresources(resource, groups);
    if (problem !== undefined) {
      yield { place, what: `${problem.what}, so that the webhook is never called`, remedy: problem.remedy };
    }
    if (subresources !== undefined) yield* subresourceViolations(place, subresources);
  }
}

function* subresourceViolations(
  place: Place,
  known: readonly string[],
  cause: readonly Place[] = [],
): Generator<Violation> {
  const [resource = '', subresource] = (place.text ?? '').split('/');
  if (subresource === undefined || subresource === '*' || known.includes(subresource)) return;
  const meant = nearestName(subresource, known);
  yield {
    place,
    cause,
    what: `API servers have no ${resource}/${subresource}, so that the webhook is never called for it`,
    remedy: meant === undefined ? 'leave it out' : `write ${resource}/${meant}`,
  };
}

/** Checks groups of the bundle's kinds; others are unknown. */
function* undefinedResourceViolations(rule: Place, bundle: BundleContent): Generator<Violation> {
  const groups = rule.at('apiGroups').texts;
  const definitions = bundle.definitions.filter((each) => groups.includes(each.at('spec', 'group').text ?? ''));
  const isOwn = groups.every((group) => definitions.some((each) => each.at('spec', 'group').text === group));
  if (groups.length === 0 || !definitions.every(isDefinitionConsistent)) return;
  if (!isOwn) {
    yield* wrongGroupViolations(rule, bundle);
    return;
  }
  const others = ownedEntries(bundle, 'required').flatMap(({ place }) => place.at('name').text?.split('.')[0] ?? []);
  for (const place of rule.at('resources').items) {
    const [resource = ''] = (place.text ?? '').split('/');
    if (resource === '*' || others.includes(resource)) continue;
    const named = definitions.filter((each) => definitionPlural(each) === resource);
    if (named.length > 0) {
      yield* unmatchedResourceViolations(rule, resource, named, bundle);
      yield* undefinedSubresourceViolations(place, named);
      continue;
    }
    yield {
      place,
      what: `the bundle defines no ${resource || 'resource without a name'} in ${groups.join(', ')}, so that the webhook is never called`,
      remedy: `name ${definitions.map(definitionPlural).join(' or ')}`,
    };
  }
}

function* wrongGroupViolations(rule: Place, bundle: BundleContent): Generator<Violation> {
  const groups = rule.at('apiGroups').texts;
  const resources = rule.at('resources').texts.map((resource) => resource.split('/')[0] ?? '');
  const meant = bundle.definitions.find((definition) => resources.includes(definitionPlural(definition)));
  const group = meant?.at('spec', 'group').text;
  if (meant === undefined || group === undefined || !bundle.definitions.every(isDefinitionConsistent)) return;
  if (groups.some((each) => forbiddenGroups.has(each) || each === group)) return;
  if (builtInKinds().some((kind) => groups.includes(kind.group) && resources.includes(kind.plural))) return;
  yield {
    place: rule.at('apiGroups'),
    what: `the bundle defines ${definitionPlural(meant)} in ${group}, and nothing in ${groups.join(', ')}`,
    remedy: `name ${group}`,
  };
}

function* unmatchedResourceViolations(
  rule: Place,
  resource: string,
  definitions: readonly Place[],
  bundle: BundleContent,
): Generator<Violation> {
  const versions = rule.at('apiVersions').texts;
  const defined = [...new Set(definitions.flatMap((definition) => definitionVersionsOf(definition, bundle)))];
  if (versions.length > 0 && !versions.includes('*') && !versions.some((version) => defined.includes(version))) {
    yield {
      place: rule.at('apiVersions'),
      what: `${resource} aren't served in ${versions.join(', ')}, so that the webhook is never called`,
      remedy: `name ${defined.join(' or ')}`,
    };
  }
  const scope = rule.at('scope');
  const scopes = definitions.map((each) => each.at('spec', 'scope').text ?? '');
  if ((scope.text === 'Cluster' || scope.text === 'Namespaced') && !scopes.includes(scope.text)) {
    yield {
      place: scope,
      cause: definitions.map((each) => each.at('spec', 'scope')),
      what: `the scope of ${resource} is ${scopes.join(' or ')}, so that the webhook is never called`,
      remedy: 'write that scope, or leave it out',
    };
  }
}

/** Other rules report a missing status, and definitions of an old version, whose subresources are elsewhere. */
function undefinedSubresourceViolations(place: Place, definitions: readonly Place[]): Iterable<Violation> {
  const all = definitions.flatMap((each) =>
    each.at('spec', 'versions').items.map((version) => version.at('subresources')),
  );
  const known = ['status', 'scale'].filter((name) => all.some((subresources) => !subresources.at(name).isAbsent));
  const causes = [
    ...definitions.map((each) => each.at('apiVersion')),
    ...all.map((subresources) => subresources.at('status')),
  ];
  return subresourceViolations(place, known, causes);
}

function definitionPlural(definition: Place): string {
  return definition.at('spec', 'names', 'plural').text ?? '';
}

/** Returns the served versions and those that the operator owns; a difference between them is reported separately. */
function definitionVersionsOf(definition: Place, bundle: BundleContent): string[] {
  const served = definition.at('spec', 'versions').items.filter((version) => version.at('served').value === true);
  const owned = ownedEntries(bundle).filter(({ name }) => name === definition.at('metadata', 'name').text);
  return [
    ...served.flatMap((version) => version.at('name').text ?? []),
    ...owned.flatMap(({ place }) => place.at('version').text ?? []),
  ];
}
