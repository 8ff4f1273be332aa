import { resourceVerbs } from '../../../../constructs/index.ts';
import { nearest } from '../../../../schema/index.ts';
import { type Place, permissions } from '../../../content/index.ts';
import type { Violation } from '../../../finding/violation.ts';
import { accessRules } from '../../access/access-rule.ts';
import { isMistyped } from '../../mistyped.ts';
import { byObjectValidator } from '../../object-validator.ts';
import type { Rule } from '../../rule.ts';

const changes: readonly string[] = ['*', 'delete', 'update', 'patch'];

/** @see https://github.com/operator-framework/api/blob/master/pkg/validation/internal/object.go */
const defaultConstraints: readonly string[] = [
  'privileged',
  'restricted',
  'anyuid',
  'hostaccess',
  'hostmount-anyuid',
  'hostnetwork',
  'node-exporter',
  'nonroot',
];

/** What is demanded of rules of access by themselves, in the ClusterServiceVersion and in roles beside it. */
export const rightRules: readonly Rule[] = [
  {
    id: 'access-rule',
    demand: 'A rule of access has verbs, and resources with their groups or URLs: one of the two.',
    rejection: { by: 'API server', message: 'verbs must contain at least one value' },
    *check(bundle) {
      for (const { rule, isNamespaced } of accessRules(bundle)) yield* shapeViolations(rule, isNamespaced);
    },
  },
  {
    id: 'access-verb',
    demand: 'The verbs of a rule are among those that API servers ask for.',
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
    id: 'access-default-scc',
    demand: 'No rule changes the SecurityContextConstraints that OpenShift comes with.',
    strict: byObjectValidator('RBAC includes permission to modify default securitycontextconstraints'),
    *check(bundle) {
      for (const { rule } of accessRules(bundle)) {
        const isAboutThem =
          rule.at('apiGroups').texts.includes('security.openshift.io') &&
          rule.at('resources').texts.includes('securitycontextconstraints');
        if (!isAboutThem || !rule.at('verbs').texts.some((verb) => changes.includes(verb))) continue;
        for (const place of rule.at('resourceNames').items) {
          if (!defaultConstraints.includes(place.text ?? '')) continue;
          yield {
            place,
            what: `it allows changes of ${place.text ?? ''}, on which other pods of the cluster rely`,
            remedy: 'bring SecurityContextConstraints of another name, or ask for the verb use alone',
          };
        }
      }
    },
  },
  {
    id: 'access-everything',
    demand: 'No rule allows something with all resources of all groups.',
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
