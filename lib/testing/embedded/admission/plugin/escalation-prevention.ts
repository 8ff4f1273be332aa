// In: a write of a role or a binding. Out: nothing, or the refusal if it would give rights that its writer doesn't have. A step of
// admission.

import { isSameJson, type JsonObject } from '../../../../api/index.ts';
import { goList, metadataFields, withMetadata } from '../../../../built-in/index.ts';
import { type PolicyRule, type Right, ruleAllows, ruleRights } from '../../../../constructs/index.ts';
import { fieldAt, getOrMake, isJsonList } from '../../../../schema/index.ts';
import { type Authorizer, isAdmin } from '../../authorization/authorizer.ts';
import { accessGroup, policyRulesOf, roleReference } from '../../authorization/role.ts';
import { forbidden, objectNotFound } from '../../status-error.ts';
import type { RequestUser } from '../../user.ts';
import type { AdmissionStep, AdmittedWrite } from '../admitted-write.ts';

/** The rights of a cluster admin. */
const allRights: readonly PolicyRule[] = [
  { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
  { verbs: ['*'], nonResourceURLs: ['*'] },
];

/** Kind of a role → its plural. */
const plurals: Readonly<Record<string, string>> = { ClusterRole: 'clusterroles', Role: 'roles' };

/**
 * Returns the step that prevents privilege escalation by roles and bindings.
 *
 * @see https://kubernetes.io/docs/reference/access-authn-authz/rbac/#privilege-escalation-prevention-and-bootstrapping
 */
export function escalationPrevention(authorizer: Authorizer): AdmissionStep {
  return {
    mutate: (write) => {
      const { type, object, oldObject, requester } = write;
      if (object === undefined || type.group !== accessGroup || isAdmin(requester.user)) return object;
      if (oldObject !== undefined && isSameButOwners(object, oldObject)) return object;
      if (Object.values(plurals).includes(type.plural)) assertRole(authorizer, write, object);
      else assertBinding(authorizer, write, object);
      return object;
    },
  };
}

/** The garbage collector may change owners and finalizers. */
function isSameButOwners(object: JsonObject, before: JsonObject): boolean {
  const { ownerReferences, finalizers, managedFields } = metadataFields(before);
  return isSameJson(withMetadata(object, { ownerReferences, finalizers, managedFields }), before);
}

function assertRole(authorizer: Authorizer, write: AdmittedWrite, role: JsonObject): void {
  const { type, namespace, name, pathName, oldObject, requester } = write;
  const right = { verb: 'escalate', group: type.group, resource: type.plural, namespace, name: named(pathName) };
  if (authorizer.decision(requester.user, right).isAllowed) return;
  const missing = missingRights(authorizer, requester.user, { namespace, rules: policyRulesOf(role) });
  if (missing !== undefined) throw forbidden(type, name, missing);
  if (!isAggregated(role) && (oldObject === undefined || !isAggregated(oldObject))) return;
  if (missingRights(authorizer, requester.user, { namespace, rules: allRights }) === undefined) return;
  throw forbidden(type, name, 'must have cluster-admin privileges to use the aggregationRule');
}

function assertBinding(authorizer: Authorizer, write: AdmittedWrite, binding: JsonObject): void {
  const { type, namespace, name, requester } = write;
  const role = roleReference(binding);
  const plural = plurals[role.kind];
  // A reference to another kind isn't valid.
  if (plural === undefined) return;
  const right = { verb: 'bind', group: role.group, resource: plural, namespace, name: role.name };
  if (authorizer.decision(requester.user, right).isAllowed) return;
  const rules = authorizer.index.rulesOf(role, namespace ?? '');
  // The API server names the absent role as a binding.
  if (rules === undefined) throw objectNotFound(type, role.name);
  const missing = missingRights(authorizer, requester.user, { namespace, rules });
  if (missing !== undefined) throw forbidden(type, name, missing);
}

function named(name: string): string | undefined {
  return name === '' ? undefined : name;
}

function isAggregated(role: JsonObject): boolean {
  const selectors = fieldAt(role, 'aggregationRule.clusterRoleSelectors');
  return isJsonList(selectors) && selectors.length > 0;
}

interface GivenRules {
  readonly namespace: string | undefined;
  readonly rules: readonly PolicyRule[];
}

/** Returns the API server's words for the rights that a user doesn't have; undefined if it has all. */
function missingRights(
  authorizer: Authorizer,
  user: RequestUser,
  { namespace, rules }: GivenRules,
): string | undefined {
  const own = authorizer.rules(user, namespace);
  const missing = rules.flatMap(ruleRights).filter((right) => !own.rules.some((rule) => ruleAllows(rule, right)));
  if (missing.length === 0) return undefined;
  const { username, groups } = user;
  const failures = own.failures === undefined ? '' : `; resolution errors: [${own.failures}]`;
  const lines = ruleTexts(missing).join('\n');
  return `user ${JSON.stringify(username)} (groups=${goList(groups)}) is attempting to grant RBAC permissions not currently held:\n${lines}${failures}`;
}

/** Rights to the same objects are one rule in errors; those to paths are not. */
function ruleTexts(missing: readonly Right[]): readonly string[] {
  const verbs = new Map<string, string[]>();
  const paths: string[] = [];
  for (const right of missing) {
    if ('path' in right) {
      paths.push(`{NonResourceURLs:${goList([right.path])}, Verbs:${goList([right.verb])}}`);
      continue;
    }
    const names = right.name === undefined ? '' : `, ResourceNames:${goList([right.name])}`;
    const target = `APIGroups:${goList([right.group])}, Resources:${goList([right.resource])}${names}`;
    getOrMake(verbs, target, () => []).push(right.verb);
  }
  const objects = [...verbs].map(([target, list]) => `{${target}, Verbs:${goList(list)}}`);
  return [...new Set([...objects, ...paths])].sort();
}
