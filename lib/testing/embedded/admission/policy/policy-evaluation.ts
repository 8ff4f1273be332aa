// In: a policy, a binding and a write. Out: the scopes in which the policy's expressions are evaluated, one for each parameter.
// Called by validating policies.

import type { AdmissionScope } from '../../../../schema/structural/index.ts';
import { scalarText } from '../../object.ts';
import type { AdmittedWrite } from '../admitted-write.ts';
import { admissionScope, meetsConditions } from '../matching/match-condition.ts';
import { type MatchPorts, matchedType, objectsOfList } from '../matching/write-match.ts';
import { reviewedObjects } from '../reviewed-object.ts';
import type { ReviewedObjects } from '../webhook/webhook-review.ts';
import type { BoundPolicy, PolicyBinding } from './policy-binding.ts';
import { policyParameters } from './policy-parameter.ts';

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
    for (const { name, expression } of objectsOfList(policy.spec.variables))
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
