// In: a policy, a binding and a write. Out: the scopes in which the policy's expressions are evaluated, one for each parameter.
// Called by policies.

import { isJsonObject, type JsonObject, type JsonValue } from '../../../../api/index.ts';
import { labelSelection, labelsOf, metadataText } from '../../../../built-in/index.ts';
import { brandedError } from '../../../../error/index.ts';
import { fieldAt, objectList, scalarText, textMap } from '../../../../schema/index.ts';
import type { AdmissionScope } from '../../../../schema/structural/index.ts';
import type { ResourceType } from '../../resource-type.ts';
import type { AdmittedWrite } from '../admitted-write.ts';
import { admissionScope, type Evaluated, type ExpressionPorts, meetsConditions } from '../matching/match-condition.ts';
import { type MatchPorts, matchedType } from '../matching/write-match.ts';
import { reviewedObjects } from '../reviewed-object.ts';
import type { BoundPolicy, PolicyBinding } from './policy-binding.ts';

/** The parts of a cluster that policies need. */
export type PolicyPorts = ExpressionPorts & MatchPorts;

/** A parameter of a policy, and the version of the resource that the policy names. */
export interface PolicyInvocation {
  readonly type: ResourceType;
  readonly param: JsonValue;
}

interface Context {
  readonly write: AdmittedWrite;
  readonly ports: PolicyPorts;
}

/** Returns the invocations of a policy under a binding: none if one of the two doesn't match the write. */
export async function policyInvocations(
  policy: BoundPolicy,
  binding: PolicyBinding,
  { write, ports }: Context,
): Promise<readonly PolicyInvocation[]> {
  const type = matchedType(policy.constraints, write, ports);
  if (type === undefined || !isBound(binding, write, ports)) return [];
  const params = await policyParameters(policy, binding, { write, ports });
  return params.map((param) => ({ type, param }));
}

/** Returns the scope of a policy's expressions, with its variables. */
export function policyScope({ spec }: BoundPolicy, evaluated: Evaluated, param: JsonValue): AdmissionScope {
  const scope = admissionScope(evaluated, param);
  for (const { name, expression } of objectList(spec.variables)) scope.define(scalarText(name), scalarText(expression));
  return scope;
}

/** Returns the scopes in which a policy validates a write: none if its match conditions don't hold. */
export async function policyScopes(
  policy: BoundPolicy,
  binding: PolicyBinding,
  { write, ports }: Context,
): Promise<readonly AdmissionScope[]> {
  const { ignoresFailures, spec } = policy;
  const scopes: AdmissionScope[] = [];
  for (const { type, param } of await policyInvocations(policy, binding, { write, ports })) {
    const scope = policyScope(policy, { write, objects: await reviewedObjects(write, type), ports }, param);
    if (meetsConditions(spec.matchConditions, { scope: () => scope, ignoresFailures })) scopes.push(scope);
  }
  return scopes;
}

/** A binding without rules narrows its policy by its selectors only. */
function isBound({ constraints }: PolicyBinding, write: AdmittedWrite, ports: PolicyPorts): boolean {
  if (constraints === undefined) return true;
  const every = [{ operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*/*'] }];
  const rules = constraints.rules.length === 0 ? every : constraints.rules;
  return matchedType({ ...constraints, rules }, write, ports) !== undefined;
}

/** A binding whose parameters can't be found. */
export class ParameterError extends brandedError('ParameterError') {}

/**
 * Returns the parameters of a binding: the policy is evaluated once for each. Null stands for a policy without parameters.
 *
 * @throws ParameterError with the API server's words.
 */
async function policyParameters(
  { spec: policy }: BoundPolicy,
  { spec: binding }: PolicyBinding,
  { write, ports }: Context,
): Promise<readonly JsonValue[]> {
  const { apiVersion, kind } = textMap(policy.paramKind);
  const { paramRef } = binding;
  if (apiVersion === undefined || kind === undefined || !isJsonObject(paramRef)) return [null];
  const type = ports.registry.ofKind(apiVersion, kind);
  if (type === undefined)
    throw new ParameterError(`failed to configure binding: paramKind kind \`${apiVersion}, Kind=${kind}\` not known`);
  const namespace = type.isNamespaced ? scalarText(paramRef.namespace) || write.namespace : undefined;
  if (type.isNamespaced && namespace === undefined) {
    throw new ParameterError(
      'failed to configure binding: cannot use namespaced paramRef in policy binding that matches cluster-scoped resources',
    );
  }
  const selection = labelSelection(paramRef.selector ?? {});
  const isReferred = (object: JsonObject) =>
    paramRef.name === undefined ? selection.matches(labelsOf(object)) : metadataText(object, 'name') === paramRef.name;
  const found = ports.store
    .list(type.collection)
    .map(([, object]) => object)
    .filter((object) => (!type.isNamespaced || metadataText(object, 'namespace') === namespace) && isReferred(object));
  if (found.length === 0 && fieldAt(paramRef, 'parameterNotFoundAction') === 'Deny') {
    throw new ParameterError(
      'failed to configure binding: no params found for policy binding with `Deny` parameterNotFoundAction',
    );
  }
  return await Promise.all(found.map((object) => type.strategy.fromStorage(object)));
}
