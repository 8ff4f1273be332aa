// In: a mutation of a policy, and an object. Out: the changed object. Called by mutating policies.

import { isJsonObject, type JsonObject, type JsonValue } from '../../../../api/index.ts';
import { DecodingError, type SchemaNode } from '../../../../built-in/index.ts';
import { brandedError } from '../../../../error/index.ts';
import { fieldAt, fieldsIn, isJsonList, listOf, scalarText } from '../../../../schema/index.ts';
import type { AdmissionScope } from '../../../../schema/structural/index.ts';
import { appliedOver } from '../../apply/applied-value.ts';
import { typedFault } from '../../apply/typed-fault.ts';
import { PatchStepError, patchedValue } from '../../patch/json-patch.ts';
import type { ResourceType } from '../../resource-type.ts';
import { internalErrorWithCause } from '../../status-error.ts';
import { subresourceKinds } from '../admitted-write.ts';
import { unevaluated } from '../matching/match-condition.ts';

/** A mutation that fails; the message is that of the API server. */
export class MutationError extends brandedError('MutationError') {}

interface Mutated {
  readonly type: ResourceType;
  readonly subresource: string;
  readonly scope: AdmissionScope;
}

/** Returns an object after a mutation, with its defaults. @throws MutationError if the mutation fails. */
export function mutatedObject(
  mutation: JsonObject,
  object: JsonObject,
  { type, subresource, scope }: Mutated,
): JsonObject {
  const changed =
    mutation.patchType === 'JSONPatch'
      ? patched(object, evaluated(scope, scalarText(fieldAt(mutation, 'jsonPatch.expression'))))
      : applied(
          subresource in subresourceKinds ? undefined : type.schema,
          object,
          evaluated(scope, scalarText(fieldAt(mutation, 'applyConfiguration.expression'))),
        );
  if (subresource in subresourceKinds) return changed;
  return defaulted(type, changed);
}

function evaluated(scope: AdmissionScope, text: string): JsonValue {
  const result = scope.evaluateMutation(text);
  switch (result.outcome) {
    case 'value':
      return result.value;
    case 'unevaluated':
      throw unevaluated(text, result.reason);
    case 'mismatch':
      throw new MutationError(`type mismatch: ${result.message}`);
    default:
      throw new MutationError(`expression '${text}' resulted in error: ${result.message}`);
  }
}

/** A failed `test` step makes the whole patch change nothing. */
function patched(object: JsonObject, steps: JsonValue): JsonObject {
  try {
    return fieldsIn(patchedValue(object, listOf(steps)));
  } catch (error) {
    if (!PatchStepError.is(error)) throw error;
    if (error.message.endsWith(': test failed')) return object;
    throw new MutationError(`JSON Patch: ${error.message}`);
  }
}

/** Scales have no schema here, as in the API server. */
function applied(schema: SchemaNode | undefined, object: JsonObject, configuration: JsonValue): JsonObject {
  const { apiVersion = '', kind = '' } = object;
  const whole: JsonObject = { ...fieldsIn(configuration), apiVersion, kind };
  if (schema === undefined)
    throw unconvertible(`no corresponding type for ${scalarText(apiVersion)}, Kind=${scalarText(kind)}`);
  const fault = typedFault(schema, whole);
  if (fault !== undefined) throw unconvertible(fault);
  const atomic = [...atomicPaths(schema, whole, '')];
  if (atomic.length > 0) {
    const rule = 'invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs';
    throw new MutationError(`error applying patch: ${rule}: ${atomic.join(', ')}`);
  }
  return fieldsIn(appliedOver(schema, object, whole));
}

function unconvertible(fault: string): MutationError {
  return new MutationError(`error applying patch: failed to convert patch object to typed object: ${fault}`);
}

/** Finds the lists and maps that an apply would replace as a whole. */
function* atomicPaths(schema: SchemaNode | undefined, value: JsonValue, path: string): Generator<string> {
  if (schema === undefined) return;
  if (isJsonList(value)) {
    if (schema.listType === 'atomic') yield path;
    for (const [index, item] of value.entries()) yield* atomicPaths(schema.items, item, `${path}[${index}]`);
  }
  if (!isJsonObject(value)) return;
  if (schema.isAtomicMap) yield path;
  for (const [name, field] of Object.entries(value))
    if (schema.isDeclared(name)) yield* atomicPaths(schema.field(name), field, `${path}.${name}`);
}

function defaulted({ strategy, isCustom }: ResourceType, object: JsonObject): JsonObject {
  try {
    const { object: decoded, unknown } = strategy.decoded(object);
    if (unknown.length === 0 || isCustom) return decoded;
    const faults = unknown.map((field) => `unknown field "${field}"`);
    throw internalErrorWithCause(`strict decoding error: ${faults.join(', ')}`);
  } catch (error) {
    if (!DecodingError.is(error)) throw error;
    throw internalErrorWithCause(error.message);
  }
}
