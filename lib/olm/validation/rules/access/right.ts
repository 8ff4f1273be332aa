import { resourceVerbs } from '../../../../constructs/index.ts';
import { nearestName } from '../../../../schema/index.ts';
import { bundlePermissions, type Place } from '../../../content/index.ts';
import type { Violation } from '../../../finding/violation.ts';
import { isValueMistyped } from '../../mistyped.ts';
import { rbacRules } from '../../model/access/access-rule.ts';
import { byObjectValidator } from '../../object-validator.ts';
import type { BundleRule } from '../../rule.ts';

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

/** Rules for single RBAC rules, in the ClusterServiceVersion and in roles among the manifests. */
export const rightRules: readonly BundleRule[] = [
  {
    id: 'access-rule',
    demand: 'An RBAC rule has verbs, and either resources with their groups or URLs.',
    rejection: { by: 'API server', message: 'is invalid: rules[…]' },
    *check(bundle) {
      for (const { rule, isNamespaced } of rbacRules(bundle)) yield* ruleShapeViolations(rule, isNamespaced);
    },
  },
  {
    id: 'access-verb',
    demand: 'The verbs of an RBAC rule are among those that API servers check.',
    *check(bundle) {
      for (const { rule } of rbacRules(bundle)) {
        for (const place of rule.at('verbs').items) {
          const text = place.text ?? '';
          const meant = meantVerb(text);
          if (meant === undefined) continue;
          yield {
            place,
            what: `API servers never check the verb ${text}, so that it allows nothing`,
            remedy: `write ${meant}`,
          };
        }
      }
    },
  },
  {
    id: 'access-default-scc',
    demand: 'No RBAC rule changes the built-in SecurityContextConstraints of OpenShift.',
    strict: byObjectValidator('RBAC includes permission to modify default securitycontextconstraints'),
    *check(bundle) {
      for (const { rule } of rbacRules(bundle)) {
        const isAboutThem =
          rule.at('apiGroups').texts.includes('security.openshift.io') &&
          rule.at('resources').texts.includes('securitycontextconstraints');
        if (!isAboutThem || !rule.at('verbs').texts.some((verb) => changes.includes(verb))) continue;
        for (const place of rule.at('resourceNames').items) {
          if (!defaultConstraints.includes(place.text ?? '')) continue;
          yield {
            place,
            what: `it allows changes of ${place.text ?? ''}, on which other pods of the cluster rely`,
            remedy: 'use SecurityContextConstraints of another name, or grant the verb use alone',
          };
        }
      }
    },
  },
  {
    id: 'access-everything',
    demand: 'No RBAC rule allows a verb on all resources of all groups.',
    *check(bundle) {
      for (const rule of bundlePermissions(bundle).flatMap((permission) => permission.at('rules').items)) {
        if (!['apiGroups', 'resources'].every((field) => rule.at(field).texts.includes('*'))) continue;
        yield {
          place: rule.at('resources'),
          what: `an attacker in the operator's pod may ${rule.at('verbs').texts.join(', ')} everything in the cluster, Secrets included`,
          remedy: 'name the groups and resources that it needs',
        };
      }
    },
  },
  {
    id: 'access-definitions',
    demand: 'An operator creates no definitions: OLM does, and makes sure that none is lost.',
    *check(bundle) {
      for (const rule of bundlePermissions(bundle).flatMap((permission) => permission.at('rules').items)) {
        const resources = rule.at('resources').texts;
        if (!rule.at('apiGroups').texts.includes('apiextensions.k8s.io')) continue;
        if (!resources.includes('customresourcedefinitions') && !resources.includes('*')) continue;
        for (const verb of rule.at('verbs').items) {
          if (!['create', 'patch', '*'].includes(verb.text ?? '')) continue;
          yield {
            place: verb,
            what: `it may ${verb.text === '*' ? 'do anything with' : (verb.text ?? '')} definitions, also those of other operators`,
            remedy: 'leave it out, and put the definitions into the bundle',
          };
        }
      }
    },
  },
];

/** @see https://github.com/kubernetes/kubernetes/blob/master/pkg/apis/rbac/validation/validation.go */
function* ruleShapeViolations(rule: Place, isNamespaced: boolean): Generator<Violation> {
  const [groups, resources, urls, verbs] = ['apiGroups', 'resources', 'nonResourceURLs', 'verbs'].map((field) =>
    rule.at(field),
  );
  if (groups === undefined || resources === undefined || urls === undefined || verbs === undefined) return;
  if ([groups, resources, urls, verbs].some((list) => isValueMistyped(list, 'list'))) return;
  const hasUrls = urls.items.length > 0;
  if (verbs.items.length === 0) {
    yield {
      place: verbs,
      what: 'the rule has no verbs',
      remedy: 'write the allowed verbs, such as get, list and watch',
    };
  }
  if (hasUrls && isNamespaced) {
    yield {
      place: urls,
      what: 'URLs are cluster-scoped, and this rule is for namespaces only',
      remedy: 'put it into clusterPermissions or a ClusterRole',
    };
  } else if (hasUrls && (groups.items.length > 0 || resources.items.length > 0)) {
    yield { place: urls, what: 'one rule is for resources or for URLs', remedy: 'write two rules' };
  } else if (!hasUrls && resources.items.length === 0) {
    yield { place: resources, what: 'the rule has no resources', remedy: 'name its resources' };
  } else if (!hasUrls && groups.items.length === 0) {
    yield {
      place: groups,
      what: 'the rule has no groups',
      remedy: 'name the group of its resources; that of core kinds is ""',
    };
  }
}

/** The verbs of API servers and of their authorizers. */
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

/** Common wrong verbs with their corrections. */
const misspellings: ReadonlyMap<string, string> = new Map([
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

/** Returns the correction of a wrong verb. Other verbs may be custom verbs of an API. */
function meantVerb(text: string): string | undefined {
  if (text === '*' || verbs.includes(text)) return undefined;
  return misspellings.get(text.toLowerCase()) ?? nearestName(text, verbs);
}
