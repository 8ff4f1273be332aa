// In: a write. Out: warnings, or the refusal of the first policy that it breaks. Called by the admission chain.

import { isJsonObject, type JsonObject } from '../../../../api/index.ts';
import { listOf, objectList, scalarText } from '../../../../schema/index.ts';
import type { AdmissionScope } from '../../../../schema/structural/index.ts';
import { forbidden, StatusError } from '../../status-error.ts';
import type { AdmissionStep, AdmittedWrite } from '../admitted-write.ts';
import { ConditionError, unevaluated } from '../matching/match-condition.ts';
import { type BoundPolicy, boundPolicies, type PolicyBinding } from './policy-binding.ts';
import { ParameterError, type PolicyPorts, policyScopes } from './policy-evaluation.ts';

/** A validation that doesn't hold. */
interface Violation {
  readonly message: string;
  readonly reason: string;
}

/** Evaluates validating admission policies. */
export function validatingPolicies(ports: PolicyPorts): AdmissionStep {
  return {
    validate: async (write) => {
      const denials: StatusError[] = [];
      for (const policy of boundPolicies(ports.store, 'validating')) {
        for (const binding of policy.bindings) {
          for (const violation of await violations(policy, binding, { write, ports })) {
            const denial = reaction(violation, { policy, binding, write });
            if (denial !== undefined) denials.push(denial);
          }
        }
      }
      const [first] = denials;
      if (first !== undefined) throw first;
    },
  };
}

async function violations(
  policy: BoundPolicy,
  binding: PolicyBinding,
  context: { readonly write: AdmittedWrite; readonly ports: PolicyPorts },
): Promise<readonly Violation[]> {
  try {
    const scopes = await policyScopes(policy, binding, context);
    return scopes.flatMap((scope) =>
      objectList(policy.spec.validations).flatMap((validation) => violation(validation, scope, policy)),
    );
  } catch (error) {
    if (!ConditionError.is(error) && !ParameterError.is(error)) throw error;
    return policy.ignoresFailures ? [] : [{ message: error.message, reason: '' }];
  }
}

function violation(
  { expression, reason, ...messages }: JsonObject,
  scope: AdmissionScope,
  { ignoresFailures }: BoundPolicy,
): readonly Violation[] {
  const text = scalarText(expression);
  const result = scope.evaluate(text);
  if (result.outcome === 'unevaluated') throw unevaluated(text, result.reason);
  if (result.outcome === 'error') {
    return ignoresFailures
      ? []
      : [{ message: `expression '${text}' resulted in error: ${result.message}`, reason: '' }];
  }
  if (result.value === true) return [];
  return [{ message: messageOf(text, messages, scope), reason: scalarText(reason) }];
}

/** The longest message, in characters, that an expression may give. */
const longestMessage = 5_120;

function messageOf(text: string, { message, messageExpression }: JsonObject, scope: AdmissionScope): string {
  const written = scalarText(message).trim();
  const fallback = written === '' ? `failed expression: ${text.trim()}` : written;
  if (messageExpression === undefined) return fallback;
  const result = scope.evaluate(scalarText(messageExpression));
  const found = result.outcome === 'value' && typeof result.value === 'string' ? result.value.trim() : '';
  return found === '' || found.includes('\n') || found.length > longestMessage ? fallback : found;
}

interface Reacted {
  readonly policy: BoundPolicy;
  readonly binding: PolicyBinding;
  readonly write: AdmittedWrite;
}

/** Warns, and returns the refusal, as far as the binding asks for it. */
function reaction({ message, reason }: Violation, { policy, binding, write }: Reacted): StatusError | undefined {
  const { validationActions } = binding.spec;
  const actions = listOf(validationActions);
  const place = `'${policy.name}' with binding '${binding.name}'`;
  if (actions.includes('Warn'))
    write.requester.warnings.add(`Validation failed for ValidatingAdmissionPolicy ${place}: ${message}`);
  if (!actions.includes('Deny')) return undefined;
  return policyDenial(write, `ValidatingAdmissionPolicy ${place} denied request: ${message}`, reason);
}

const codes: Readonly<Record<string, number>> = { Forbidden: 403, RequestEntityTooLarge: 413 };

function policyDenial(write: AdmittedWrite, message: string, reason: string): StatusError {
  const { status } = forbidden(write.type, write.name, message, [{ message }]);
  const given = reason === '' ? 'Invalid' : reason;
  return new StatusError({
    code: codes[given] ?? 422,
    reason: given,
    message: scalarText(status.message),
    ...(isJsonObject(status.details) && { details: status.details }),
  });
}
