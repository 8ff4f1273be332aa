// In: the match conditions of a webhook or a policy, and a write. Out: true if all hold. Called after rules and selectors.

import type { JsonObject, JsonValue } from '../../../../api/index.ts';
import { brandedError } from '../../../../error/index.ts';
import { objectList, scalarText } from '../../../../schema/index.ts';
import {
  AdmissionScope,
  type CheckedAccount,
  type CheckedRight,
  RightAuthorizer,
} from '../../../../schema/structural/index.ts';
import type { Authorization } from '../../../access/authorization.ts';
import type { Authorizer } from '../../authorization/authorizer.ts';
import { namespaces } from '../../collection.ts';
import { notImplemented } from '../../status-error.ts';
import type { ObjectStorage } from '../../store/object-storage.ts';
import { accountUsername, namedUser } from '../../user.ts';
import type { AdmittedWrite } from '../admitted-write.ts';
import { type ReviewedObjects, reviewRequest } from '../reviewed-object.ts';

/** The objects of a write, as expressions see them. */
export interface Evaluated {
  readonly write: AdmittedWrite;
  readonly objects: ReviewedObjects;
  readonly ports: ExpressionPorts;
}

/** The parts of a cluster that expressions read. */
export interface ExpressionPorts {
  readonly store: ObjectStorage;
  readonly authorizer: Authorizer;
}

/** A match condition that fails. */
export class ConditionError extends brandedError('ConditionError') {}

/** Returns the variables of expressions. */
export function admissionScope({ write, objects, ports }: Evaluated, params: JsonValue = null): AdmissionScope {
  const { object, oldObject, ...request } = reviewRequest(write, objects);
  const { type, namespace } = write;
  const namespaceObject =
    type.isNamespaced && namespace !== undefined ? ports.store.get(namespaces, namespace) : undefined;
  const values = {
    object: object ?? null,
    oldObject: oldObject ?? null,
    request,
    namespaceObject: namespaceObject ?? null,
    params,
  };
  return new AdmissionScope(values, rightAuthorizer(write, ports.authorizer));
}

/**
 * Returns true if all match conditions hold.
 *
 * @throws ConditionError if a condition fails, none is false, and failures refuse the write.
 * @throws StatusError with 501 for what only an API server evaluates.
 */
export function meetsConditions(
  conditions: JsonValue | undefined,
  { scope, ignoresFailures }: { readonly scope: () => AdmissionScope; readonly ignoresFailures: boolean },
): boolean {
  const list: readonly JsonObject[] = objectList(conditions);
  if (list.length === 0) return true;
  const variables = scope();
  const faults: string[] = [];
  for (const condition of list) {
    const text = scalarText(condition.expression);
    const result = variables.evaluate(text);
    if (result.outcome === 'unevaluated') throw unevaluated(text, result.reason);
    if (result.outcome === 'value' && result.value !== true) return false;
    if (result.outcome === 'error') faults.push(`expression '${text}' resulted in error: ${result.message}`);
  }
  if (faults.length === 0) return true;
  if (ignoresFailures) return false;
  throw new ConditionError(faults.length === 1 ? (faults[0] ?? '') : `[${faults.join(', ')}]`);
}

/** The response for an expression that only an API server evaluates. */
export function unevaluated(text: string, reason: string) {
  return notImplemented(
    `can't evaluate the expression ${JSON.stringify(text)} (${reason}): use a ControlPlane of operand/testing`,
  );
}

/** Returns the authorizer that expressions ask about the sender of a write, or about a ServiceAccount. */
function rightAuthorizer(write: AdmittedWrite, authorizer: Authorizer): RightAuthorizer {
  const { type, subresource, namespace = '', name, requester } = write;
  const decide = (right: CheckedRight, account: CheckedAccount | undefined) => {
    const user = account === undefined ? requester.user : namedUser(accountUsername(account), []);
    return authorizer.decision(user, authorizationOf(right));
  };
  return new RightAuthorizer(decide, { group: type.group, resource: type.plural, subresource, namespace, name });
}

function authorizationOf(right: CheckedRight): Authorization {
  if ('path' in right) return right;
  const { verb, group, resource, subresource, namespace, name } = right;
  return {
    verb,
    group,
    resource: subresource === '' ? resource : `${resource}/${subresource}`,
    namespace: namespace === '' ? undefined : namespace,
    name: name === '' ? undefined : name,
  };
}
