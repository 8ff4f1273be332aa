// In: a write. Out: its object with the changes of mutating admission policies, or the refusal of those that fail. Called by the
// admission chain.

import { isSameJson, type JsonObject, type JsonValue } from '../../../../api/index.ts';
import { metadataText } from '../../../../built-in/index.ts';
import { fieldsAt, fieldsIn, objectList, scalarText } from '../../../../schema/index.ts';
import type { ResourceType } from '../../resource-type.ts';
import { forbidden, StatusError } from '../../status-error.ts';
import type { AdmissionStep, AdmittedWrite } from '../admitted-write.ts';
import { ConditionError, meetsConditions } from '../matching/match-condition.ts';
import type { Reinvocations } from '../reinvocation.ts';
import { type ReviewedObjects, returnedObject, reviewedObjects } from '../reviewed-object.ts';
import { MutationError, mutatedObject } from './mutation.ts';
import { type BoundPolicy, boundPolicies, type PolicyBinding } from './policy-binding.ts';
import { ParameterError, type PolicyPorts, policyInvocations, policyScope } from './policy-evaluation.ts';

/** A policy, one of its bindings, and one of its parameters. */
interface Invocation {
  readonly policy: BoundPolicy;
  readonly binding: PolicyBinding;
  /** The resource in the version that the policy names. */
  readonly type: ResourceType;
  readonly param: JsonValue;
}

/** A policy that fails. */
interface Failure extends Pick<Invocation, 'binding' | 'policy'> {
  readonly message: string;
  readonly reason: string;
}

/** Everything that the invocations for one write share. */
interface Round {
  readonly ports: PolicyPorts;
  readonly reinvocations: Reinvocations;
  readonly failures: Failure[];
  isMutated: boolean;
}

/** Changes objects by mutating admission policies, one after the other. */
export function mutatingPolicies(ports: PolicyPorts): AdmissionStep {
  return {
    mutate: (write, reinvocations) => {
      const policies = boundPolicies(ports.store, 'mutating');
      return policies.length === 0
        ? write.object
        : mutatedByPolicies(policies, write, { ports, reinvocations, failures: [], isMutated: false });
    },
  };
}

async function mutatedByPolicies(
  policies: readonly BoundPolicy[],
  write: AdmittedWrite,
  round: Round,
): Promise<JsonObject | undefined> {
  const invocations = await matchingInvocations(policies, write, round);
  const recorded = round.reinvocations.of('policies');
  if (round.reinvocations.isSecond && recorded.output !== JSON.stringify(write.object ?? null)) recorded.requireAgain();
  let { object } = write;
  for (const invocation of invocations) object = await invoked(invocation, { ...write, object }, round);
  recorded.output = JSON.stringify(object ?? null);
  // Each mutation makes the API server invoke policies again, that of the last policy included.
  if (round.isMutated) {
    recorded.requireAgain();
    round.reinvocations.needsSecond = true;
  }
  const failures = round.failures.filter(({ policy }) => !policy.ignoresFailures);
  if (failures.length > 0) throw denial(write, failures);
  return object;
}

/** Finds all parameters before the first policy changes the object. */
async function matchingInvocations(
  policies: readonly BoundPolicy[],
  write: AdmittedWrite,
  { ports, failures }: Round,
): Promise<readonly Invocation[]> {
  const invocations: Invocation[] = [];
  for (const policy of policies) {
    for (const binding of policy.bindings) {
      try {
        const found = await policyInvocations(policy, binding, { write, ports });
        invocations.push(...found.map((invocation) => ({ policy, binding, ...invocation })));
      } catch (error) {
        if (!ParameterError.is(error)) throw error;
        failures.push({ policy, binding, message: error.message, reason: '' });
      }
    }
  }
  return invocations;
}

/** Returns the object after all mutations of a policy; one that fails changes nothing. */
async function invoked(invocation: Invocation, write: AdmittedWrite, round: Round): Promise<JsonObject | undefined> {
  const { policy, binding, type, param } = invocation;
  const { ports, reinvocations, failures } = round;
  const recorded = reinvocations.of('policies');
  const objects = await reviewedObjects(write, type);
  const scopeOf = (reviewed: ReviewedObjects) => policyScope(policy, { write, objects: reviewed, ports }, param);
  const fail = (message: string) => failures.push({ policy, binding, message, reason: 'Invalid' });
  const { ignoresFailures, spec } = policy;
  try {
    const scope = () => scopeOf(objects);
    if (!meetsConditions(spec.matchConditions, { scope, ignoresFailures })) return write.object;
  } catch (error) {
    if (!ConditionError.is(error)) throw error;
    fail(error.message);
    return write.object;
  }
  const id = invocationId(invocation);
  if (objects.object === undefined || (reinvocations.isSecond && !recorded.isDue(id))) return write.object;
  let { object } = objects;
  for (const mutation of objectList(spec.mutations)) {
    try {
      object = mutatedObject(mutation, object, {
        type,
        subresource: write.subresource,
        scope: scopeOf({ ...objects, object }),
      });
      round.isMutated = true;
    } catch (error) {
      if (!MutationError.is(error)) throw error;
      fail(error.message);
    }
  }
  const isChanged = !isSameJson(object, objects.object);
  if (isChanged) recorded.requireAgain();
  if (scalarText(spec.reinvocationPolicy) === 'IfNeeded') recorded.addRepeatable(id);
  return isChanged ? await returnedObject(write, object, type) : write.object;
}

function invocationId({ policy, binding, param }: Invocation): string {
  const names = [policy.name, binding.name];
  const fields = fieldsIn(param);
  return [...names, metadataText(fields, 'namespace'), metadataText(fields, 'name')].join('/');
}

/** The first failure gives the response its message and reason. */
function denial(write: AdmittedWrite, failures: readonly Failure[]): StatusError {
  const causes = failures.map(({ policy, binding, message }) => ({
    message: `policy '${policy.name}' with binding '${binding.name}' denied request: ${message}`,
  }));
  const { status, code } = forbidden(write.type, write.name, '', causes);
  const [first] = failures;
  const reason = first?.reason ?? '';
  return new StatusError({
    code,
    reason: reason === '' ? scalarText(status.reason) : reason,
    message: causes[0]?.message ?? '',
    details: fieldsAt(status, 'details'),
  });
}
