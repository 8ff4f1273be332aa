import { builtInKinds, type Kind } from '../../../../api/index.ts';
import { resourceVerbs } from '../../../../constructs/index.ts';
import { nearest } from '../../../../schema/index.ts';
import { type BundleContent, type Place, permissions } from '../../../content/index.ts';
import type { Violation } from '../../../finding/violation.ts';
import { isMistyped } from '../../mistyped.ts';
import type { Rule } from '../../rule.ts';

/** What is demanded of rules of access by themselves, in the ClusterServiceVersion and in roles beside it. */
export const rightRules: readonly Rule[] = [
  {
    id: 'access-rule',
    demand: 'A rule of access has verbs, and resources with their groups or URLs: one of the two.',
    severity: 'error',
    *check(bundle) {
      for (const { rule, isNamespaced } of accessRules(bundle)) yield* shapeViolations(rule, isNamespaced);
    },
  },
  {
    id: 'access-verb',
    demand: 'The verbs of a rule are among those that API servers ask for.',
    severity: 'warning',
    *check(bundle) {
      for (const { rule } of accessRules(bundle)) {
        for (const place of rule.at('verbs').items) {
          const text = place.text ?? '';
          const meant = meantVerb(text);
          if (meant === undefined) continue;
          yield {
            place,
            what: `no API server asks whether somebody may ${text}, so that it allows nothing`,
            remedy: `write ${meant}`,
          };
        }
      }
    },
  },
  {
    id: 'access-resource',
    demand: 'The resources of a rule are in its groups, by the names that API servers know: lower-case plurals.',
    severity: 'warning',
    *check(bundle) {
      for (const { rule } of accessRules(bundle)) {
        const groups = rule.at('apiGroups').texts;
        if (groups.length === 0 || !groups.every((group) => builtInGroups.has(group))) continue;
        for (const place of rule.at('resources').items) yield* resourceViolations(place, groups);
      }
    },
  },
  {
    id: 'access-everything',
    demand: 'No rule allows something with all resources of all groups.',
    severity: 'warning',
    *check(bundle) {
      for (const rule of permissions(bundle).flatMap((permission) => permission.at('rules').items)) {
        if (!['apiGroups', 'resources'].every((field) => rule.at(field).texts.includes('*'))) continue;
        yield {
          place: rule.at('resources'),
          what: `whoever gets into the operator may ${rule.at('verbs').texts.join(', ')} everything in the cluster, Secrets included`,
          remedy: 'name the groups and resources that it needs',
        };
      }
    },
  },
  {
    id: 'access-definitions',
    demand: 'An operator makes no definitions: OLM does, and takes care that none is lost.',
    severity: 'warning',
    *check(bundle) {
      for (const rule of permissions(bundle).flatMap((permission) => permission.at('rules').items)) {
        const resources = rule.at('resources').texts;
        if (!rule.at('apiGroups').texts.includes('apiextensions.k8s.io')) continue;
        if (!resources.includes('customresourcedefinitions') && !resources.includes('*')) continue;
        for (const verb of rule.at('verbs').items) {
          if (!['create', 'patch', '*'].includes(verb.text ?? '')) continue;
          yield {
            place: verb,
            what: `it may ${verb.text === '*' ? 'do anything with' : (verb.text ?? '')} definitions, also those of other operators`,
            remedy: 'leave it out, and bring the definitions in the bundle',
          };
        }
      }
    },
  },
];

/** A rule, and whether it holds in namespaces only. */
interface AccessRule {
  readonly rule: Place;
  readonly isNamespaced: boolean;
}

function accessRules(bundle: BundleContent): AccessRule[] {
  const strategy = bundle.clusterServiceVersion.at('spec', 'install', 'spec');
  const roles = (kind: string) => bundle.manifestsOf('rbac.authorization.k8s.io', kind);
  const rulesOf = (holders: readonly Place[], isNamespaced: boolean) =>
    holders.flatMap((holder) => holder.at('rules').items.map((rule) => ({ rule, isNamespaced })));
  return [
    ...rulesOf(strategy.at('permissions').items, true),
    ...rulesOf(strategy.at('clusterPermissions').items, false),
    ...rulesOf(roles('Role'), true),
    ...rulesOf(roles('ClusterRole'), false),
  ];
}

/** @see https://github.com/kubernetes/kubernetes/blob/master/pkg/apis/rbac/validation/validation.go */
function* shapeViolations(rule: Place, isNamespaced: boolean): Generator<Violation> {
  const [groups, resources, urls, verbs] = ['apiGroups', 'resources', 'nonResourceURLs', 'verbs'].map((field) =>
    rule.at(field),
  );
  if (groups === undefined || resources === undefined || urls === undefined || verbs === undefined) return;
  if ([groups, resources, urls, verbs].some((list) => isMistyped(list, 'list'))) return;
  const hasUrls = urls.items.length > 0;
  if (verbs.items.length === 0) {
    yield {
      place: verbs,
      what: 'the rule has no verbs',
      remedy: 'write what may be done, such as get, list and watch',
    };
  }
  if (hasUrls && isNamespaced) {
    yield {
      place: urls,
      what: 'URLs are in no namespace, and this rule is for namespaces only',
      remedy: 'put it into clusterPermissions or a ClusterRole',
    };
  } else if (hasUrls && (groups.items.length > 0 || resources.items.length > 0)) {
    yield { place: urls, what: 'one rule is about resources or about URLs', remedy: 'write two rules' };
  } else if (!hasUrls && resources.items.length === 0) {
    yield { place: resources, what: 'the rule has no resources', remedy: 'name those that it is about' };
  } else if (!hasUrls && groups.items.length === 0) {
    yield {
      place: groups,
      what: 'the rule has no groups',
      remedy: 'name the group of its resources; that of core kinds is ""',
    };
  }
}

/** What API servers, and authorizers of theirs, ask for. */
const verbs: readonly string[] = [
  ...resourceVerbs,
  'use',
  'impersonate',
  'approve',
  'sign',
  'attest',
  'proxy',
  'post',
  'put',
  'head',
  'options',
];

/** What people write for it who think of something else. */
const slips: ReadonlyMap<string, string> = new Map([
  ['read', 'get, list or watch'],
  ['view', 'get, list or watch'],
  ['write', 'create, update or patch'],
  ['edit', 'update or patch'],
  ['modify', 'update or patch'],
  ['remove', 'delete'],
  ['add', 'create'],
  ['all', '*'],
  ['any', '*'],
]);

/** The verb that a wrong one was meant to be. Others may be those of some API that asks for verbs of its own. */
function meantVerb(text: string): string | undefined {
  if (text === '*' || verbs.includes(text)) return undefined;
  return slips.get(text.toLowerCase()) ?? nearest(text, verbs);
}

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
  yield { place, what: `no resource is called ${resource}, so that it allows nothing`, remedy: `write ${right}` };
}
