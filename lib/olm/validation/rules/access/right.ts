import { resourceVerbs } from '../../../../constructs/index.ts';
import { nearestName } from '../../../../schema/index.ts';
import { bundlePermissions } from '../../../content/index.ts';
import { textRule } from '../../../finding/content-rule.ts';
import { byObjectValidator } from '../../../finding/rejection.ts';
import type { BundleRule } from '../../bundle-rule.ts';
import { accountGrants, isGranted, rbacRules } from '../../model/access/account-grant.ts';

const changes: readonly string[] = ['*', 'delete', 'update', 'patch'];

/** @see https://github.com/operator-framework/api/blob/master/pkg/validation/internal/object.go */
const defaultConstraints: readonly string[] = [
  ...['privileged', 'restricted', 'anyuid', 'nonroot', 'node-exporter'],
  ...['hostaccess', 'hostmount-anyuid', 'hostnetwork'],
];

/** Rules for single RBAC rules, in the ClusterServiceVersion and in roles among the manifests. */
export const rightRules: readonly BundleRule[] = [
  textRule({
    id: 'access-verb',
    demand: 'The verbs of an RBAC rule are among those that API servers check.',
    at: (bundle) => rbacRules(bundle).flatMap((rule) => rule.at('verbs').items),
    isRight: (text) => meantVerb(text) === undefined,
    what: (text) => `API servers never check the verb ${text}, so that the rule allows nothing`,
    remedy: (text) => `write ${meantVerb(text) ?? ''}`,
  }),
  textRule({
    id: 'access-default-scc',
    demand: 'No RBAC rule changes the built-in SecurityContextConstraints of OpenShift.',
    strict: byObjectValidator('RBAC includes permission to modify default securitycontextconstraints'),
    at: (bundle) =>
      rbacRules(bundle)
        .filter((rule) => rule.at('apiGroups').texts.includes('security.openshift.io'))
        .filter((rule) => rule.at('resources').texts.includes('securitycontextconstraints'))
        .filter((rule) => rule.at('verbs').texts.some((verb) => changes.includes(verb)))
        .flatMap((rule) => rule.at('resourceNames').items),
    isRight: (text) => !defaultConstraints.includes(text),
    what: (text) => `it allows changes of ${text}, on which other pods of the cluster rely`,
    remedy: 'use SecurityContextConstraints of another name, or grant the verb use alone',
  }),
  {
    id: 'access-name',
    demand: 'A rule for create or deletecollection has no resourceNames: these requests name no object.',
    *check(bundle) {
      const all = accountGrants(bundle);
      for (const rule of rbacRules(bundle)) {
        const names = rule.at('resourceNames').texts;
        const [group = '*', resource = '*'] = ['apiGroups', 'resources'].map((field) => rule.at(field).texts[0]);
        const verbs = rule.at('verbs').texts;
        if (names.length === 0 || rule.at('resources').texts.some((text) => /[/*]/.test(text))) continue;
        // A server-side apply that creates an object has a name, and needs both verbs.
        const isOfApply = verbs.includes('create') && isGranted(all, { group, resource, verb: 'patch' });
        const isUseless = (verb: string) => namelessVerbs.includes(verb) && !isGranted(all, { group, resource, verb });
        if (verbs.length === 0 || isOfApply || !verbs.every(isUseless)) continue;
        yield {
          place: rule.at('resourceNames'),
          what: `a request to ${verbs.join(' or ')} ${resource} names no object, so that the rule allows nothing`,
          remedy: 'leave out resourceNames',
        };
      }
    },
  },
  {
    id: 'access-everything',
    demand: 'No RBAC rule allows a verb on all resources of all groups.',
    *check(bundle) {
      for (const rule of bundlePermissions(bundle).flatMap((permission) => permission.at('rules').items)) {
        if (!['apiGroups', 'resources'].every((field) => rule.at(field).texts.includes('*'))) continue;
        const { texts } = rule.at('verbs');
        const verbs = texts.includes('*') ? 'do anything with' : texts.join(', ');
        yield {
          place: rule.at('resources'),
          what: `an attacker in the operator's pod may ${verbs} everything in the cluster, Secrets included`,
          remedy: 'name the groups and resources that it needs',
        };
      }
    },
  },
  textRule({
    id: 'access-definitions',
    demand: 'An operator creates no definitions: OLM does, and makes sure that none is lost.',
    at: (bundle) =>
      bundlePermissions(bundle)
        .flatMap((permission) => permission.at('rules').items)
        .filter((rule) => rule.at('apiGroups').texts.includes('apiextensions.k8s.io'))
        .filter((rule) => ['customresourcedefinitions', '*'].some((name) => rule.at('resources').texts.includes(name)))
        .flatMap((rule) => rule.at('verbs').items),
    isRight: (text) => !['create', 'patch', '*'].includes(text),
    what: (text) => `it may ${text === '*' ? 'do anything with' : text} definitions, also those of other operators`,
    remedy: 'leave it out, and put the definitions into the bundle',
  }),
];

const verbs: readonly string[] = [
  ...resourceVerbs,
  ...['use', 'impersonate', 'approve', 'sign', 'attest'],
  ...['proxy', 'post', 'put', 'head', 'options'],
];

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

const namelessVerbs: readonly string[] = ['create', 'deletecollection'];

/** Returns the correction of a wrong verb. Other verbs may be custom verbs of an API. */
function meantVerb(text: string): string | undefined {
  if (text === '*' || verbs.includes(text)) return undefined;
  return misspellings.get(text.toLowerCase()) ?? nearestName(text, verbs);
}
