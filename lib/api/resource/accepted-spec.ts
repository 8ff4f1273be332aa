// In: a resource whose spec has been validated already, and the scope of its children. Out: that spec for the child
// constructs, not validated again. Called by `render`, and by the `spec` of custom resource classes.

import type { Construct } from 'constructs';
import { isJsonObject, type JsonObject } from '../../schema/index.ts';
import type { ResourceDefinition } from './resource-definition.ts';

/** The spec of a stored resource, with its defaults: the API server has accepted it. */
export interface AcceptedSpec {
  readonly definition: ResourceDefinition;
  readonly spec: object;
}

const context = 'operand.accepted-spec';

/**
 * Records the resource that the constructs of a scope are rendered from. Call it before they are constructed.
 *
 * An accepted spec has to be rendered even if a rule was added later: the rule applies only when a user changes the
 * resource.
 */
export function setAcceptedSpec(scope: Construct, accepted: AcceptedSpec): void {
  scope.node.setContext(context, accepted);
}

/**
 * Returns the spec that a construct is rendered from, if the given spec has the same value in every field. Undefined
 * for any other spec, such as one that an author has written or derived.
 */
export function acceptedSpec(definition: ResourceDefinition, given: unknown, at: Construct): JsonObject | undefined {
  const accepted: unknown = at.node.tryGetContext(context);
  if (!isAcceptedSpec(accepted) || accepted.definition !== definition) return undefined;
  const { spec } = accepted;
  return isJsonObject(spec) && isJsonObject(given) && haveSameFields(spec, given) ? spec : undefined;
}

function isAcceptedSpec(value: unknown): value is AcceptedSpec {
  return typeof value === 'object' && value !== null && 'definition' in value && 'spec' in value;
}

function haveSameFields(one: JsonObject, other: JsonObject): boolean {
  return [one, other].every((each) => Object.keys(each).every((field) => Object.is(one[field], other[field])));
}
