// In: a bundle. Out: who may do what once it is installed. Called by the rules about access.

import { type ObjectRight, type PolicyRule, ruleAllows } from '../../../constructs/index.ts';
import { type BundleContent, bindings, type Place, permissions, policyRule } from '../../content/index.ts';
import { deployments } from '../workload/deployment.ts';
import { grantedAccounts } from './account.ts';

/** A rule of access that an account has. */
export interface Grant {
  readonly account: string;
  readonly rule: Place;
}

/** What the accounts of the operator may do: by permissions, and by bindings that the bundle brings. */
export function grants(bundle: BundleContent): readonly Grant[] {
  return [
    ...permissions(bundle).flatMap((permission) => {
      const account = permission.at('serviceAccountName').text;
      return account === undefined ? [] : permission.at('rules').items.map((rule) => ({ account, rule }));
    }),
    ...bindings(bundle).flatMap((binding) => boundGrants(binding, bundle)),
  ];
}

/** The grants of accounts that OLM or the bundle makes, or that Deployments run as: others, such as Prometheus', are not the operator. */
export function operatorGrants(bundle: BundleContent): readonly Grant[] {
  const brought = bundle.manifestsOf('', 'ServiceAccount').flatMap((each) => each.at('metadata', 'name').text ?? []);
  const own = new Set([...grantedAccounts(bundle), ...brought, ...deployments(bundle).map(({ account }) => account)]);
  return grants(bundle).filter(({ account }) => own.has(account));
}

/** The role of that kind and name, if the bundle brings it. */
export function roleOf(bundle: BundleContent, roleRef: Place): Place | undefined {
  const kind = roleRef.at('kind').text ?? '';
  return bundle
    .manifestsOf('rbac.authorization.k8s.io', kind)
    .find((role) => role.at('metadata', 'name').text === roleRef.at('name').text);
}

/**
 * Whether one of the rules allows it, at least for objects of some names. What is asked for without a name isn't allowed
 * by rules with names, but for lists and watches that select `metadata.name`: a rule with one name is for such.
 */
export function isGranted(all: readonly Grant[], right: ObjectRight): boolean {
  return all.some(({ rule }) => {
    const words = policyRule(rule);
    return ruleAllows(isNameless(right, words) ? words : { ...words, resourceNames: [] }, right);
  });
}

/** Whether the request names no object that the rule could mean; below an object, its name is known also when something is created. */
function isNameless({ verb, resource }: ObjectRight, { resourceNames = [] }: PolicyRule): boolean {
  if (verb === 'list' || verb === 'watch') return resourceNames.length > 1;
  return verb === 'deletecollection' || (verb === 'create' && !resource.includes('/'));
}

function boundGrants(binding: Place, bundle: BundleContent): Grant[] {
  const subjects = binding.at('subjects').items.filter((subject) => subject.at('kind').text === 'ServiceAccount');
  const role = roleOf(bundle, binding.at('roleRef'));
  const isKnown = role?.at('aggregationRule').isAbsent === true;
  const rules = isKnown ? role.at('rules').items : [unknown(binding)];
  return subjects.flatMap((subject) => {
    const account = subject.at('name').text;
    return account === undefined ? [] : rules.map((rule) => ({ account, rule }));
  });
}

/** What a role allows that isn't in the bundle, or is put together in the cluster: perhaps everything. */
function unknown(binding: Place): Place {
  return binding.with({ apiGroups: ['*'], resources: ['*'], verbs: ['*'] });
}
