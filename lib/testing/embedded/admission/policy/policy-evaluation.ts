// In: a policy, a binding and a write. Out: the scopes in which the policy's expressions are evaluated, one for each parameter.
// Called by validating policies.

import { isJsonObject, type JsonObject, type JsonValue } from '../../../../api/index.ts';
import {
  fieldAt,
  labelSelection,
  labelsOf,
  metadataText,
  objectList,
  scalarText,
  textMap,
} from '../../../../built-in/index.ts';
import { brandedError } from '../../../../error/index.ts';
import type { AdmissionScope } from '../../../../schema/structural/index.ts';
import type { AdmittedWrite } from '../admitted-write.ts';
import { admissionScope, meetsConditions } from '../matching/match-condition.ts';
import { type MatchPorts, matchedType } from '../matching/write-match.ts';
import { type ReviewedObjects, reviewedObjects } from '../reviewed-object.ts';
import type { BoundPolicy, PolicyBinding } from './policy-binding.ts';

/** One evaluation of a policy. */
export interface PolicyEvaluation {
  readonly objects: ReviewedObjects;
  readonly scope: AdmissionScope;
}

/** Returns the evaluations of a policy under a binding; none if one of the two doesn't match the write. */
export async function policyEvaluations(
  policy: BoundPolicy,
  binding: PolicyBinding,
  { write, ports }: { readonly write: AdmittedWrite; readonly ports: MatchPorts },
): Promise<readonly PolicyEvaluation[]> {
  const type = matchedType(policy.constraints, write, ports);
  if (type === undefined || !isBound(binding, write, ports)) return [];
  const objects = await reviewedObjects(write, type);
  const params = await policyParameters(policy, binding, { write, ports });
  return params.flatMap((param) => {
    const scope = admissionScope({ write, objects, store: ports.store }, param);
    for (const { name, expression } of objectList(policy.spec.variables))
      scope.define(scalarText(name), scalarText(expression));
    const { ignoresFailures } = policy;
    const conditions = policy.spec.matchConditions;
    return meetsConditions(conditions, { scope: () => scope, ignoresFailures }) ? [{ objects, scope }] : [];
  });
}

/** A binding without rules narrows its policy by its selectors only. */
function isBound({ constraints }: PolicyBinding, write: AdmittedWrite, ports: MatchPorts): boolean {
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
  { write, ports }: { readonly write: AdmittedWrite; readonly ports: MatchPorts },
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
