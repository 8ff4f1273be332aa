// In: a resource whose spec has been checked already, and the scope that its children are built in. Out: that spec for
// those that are built from it, unchecked. Called by `render`, and by the `spec` of custom resource classes.

import type { Construct } from 'constructs';
import { isJsonObject, type JsonObject } from '../../schema/index.ts';
import type { ResourceDefinition } from './resource-definition.ts';

/** A spec with its defaults, that of a resource that is there: the API server has let it in. */
export interface JudgedSpec {
  readonly definition: ResourceDefinition;
  readonly spec: object;
}

const context = 'operand.judged-spec';

/**
 * Says of the constructs of a scope, before there are any, what they are rendered from.
 *
 * What was let in has to be rendered: a rule may have come later than the resource, and then binds those who change it.
 */
export function setJudgedSpec(scope: Construct, judged: JudgedSpec): void {
  scope.node.setContext(context, judged);
}

/**
 * The spec that a construct is rendered from, if that is what it was given: the same value in every field. Undefined of
 * any other, such as one that its author has written, or made out of that of the resource.
 */
export function judgedSpec(definition: ResourceDefinition, given: unknown, at: Construct): JsonObject | undefined {
  const judged: unknown = at.node.tryGetContext(context);
  if (!isJudged(judged) || judged.definition !== definition) return undefined;
  const { spec } = judged;
  return isJsonObject(spec) && isJsonObject(given) && hasSameFields(spec, given) ? spec : undefined;
}

function isJudged(value: unknown): value is JudgedSpec {
  return typeof value === 'object' && value !== null && 'definition' in value && 'spec' in value;
}

function hasSameFields(one: JsonObject, other: JsonObject): boolean {
  return [one, other].every((each) => Object.keys(each).every((field) => Object.is(one[field], other[field])));
}
