import { z } from 'zod';
import { longestConditionMessage, type ResourceDefinition } from '../../api/index.ts';
import {
  type JsonSchemaProps,
  type Rule,
  ratchetingRule,
  rule,
  ruleCostRefusals,
  ruleRefusals,
  schemaRefusals,
  structuralSchema,
  type UnsupportedType,
} from '../../schema/index.ts';

/**
 * Returns the schema of a custom resource's whole object: the author's spec and status, and the library's part of the
 * status.
 *
 * @throws SchemaError with the results of {@link resourceRefusals}, if there are any.
 */
export function resourceSchema(definition: ResourceDefinition): JsonSchemaProps {
  const schema = schemas.get(definition) ?? wholeSchema(definition, definition.rules.map(ratchetingRule));
  schemas.set(definition, schema);
  return schema;
}

/** Kept by definition, because cdk8s validates all constructs for each chart of an app. */
const schemas = new WeakMap<ResourceDefinition, JsonSchemaProps>();
const refusals = new WeakMap<ResourceDefinition, readonly UnsupportedType[]>();

function wholeSchema(definition: ResourceDefinition, rules: readonly Rule[]): JsonSchemaProps {
  const schema = structuralSchema(resourceType({ ...definition, rules }));
  return {
    ...schema,
    description: definition.description,
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: { type: 'object' },
      ...schema.properties,
      status: statusSchema(definition),
    },
  };
}

/** Returns the types of a custom resource that Kubernetes can't express. */
export function resourceRefusals(definition: ResourceDefinition): readonly UnsupportedType[] {
  const found = refusals.get(definition) ?? wholeRefusals(definition);
  refusals.set(definition, found);
  return found;
}

function wholeRefusals(definition: ResourceDefinition): readonly UnsupportedType[] {
  const ofObject = schemaRefusals(resourceType(definition)).map((refusal) =>
    refusal.path === '' ? { ...refusal, path: 'rules' } : refusal,
  );
  const all = [...ofObject, ...schemaRefusals(definition.status, 'status')];
  if (all.length > 0) return all;
  const asWritten = ruleRefusals(wholeSchema(definition, definition.rules));
  const written = new Map(definition.rules.map((rule) => [ratchetingRule(rule).rule, rule.rule]));
  const refused = asWritten.length > 0 ? asWritten : ruleCostRefusals(resourceSchema(definition), written);
  return refused.map((refusal) => ({ ...refusal, path: refusal.path || 'rules' }));
}

/** The object as its author writes it. */
function resourceType({ spec, rules }: Pick<ResourceDefinition, 'spec' | 'rules'>): z.ZodType {
  // Without a default of its own, the defaults inside of an absent spec would never be filled in.
  const isOptional = spec.safeParse({}).success;
  const type: z.ZodType = z.object({ spec: isOptional ? spec.prefault({}) : spec });
  return rules.reduce((whole, { rule: expression, ...words }) => rule(whole, expression, words), type);
}

/** No field is required: conditions are reported before any other field. */
function statusSchema({ status }: ResourceDefinition): JsonSchemaProps {
  const { required: _, ...schema } = structuralSchema(status, 'status');
  return {
    description: 'What the operator observed last.',
    ...schema,
    properties: { ...schema.properties, observedGeneration, conditions },
  };
}

const observedGeneration: JsonSchemaProps = {
  type: 'integer',
  format: 'int64',
  description: 'The generation of the spec that was observed last.',
};

/**
 * The limits are those of Kubernetes' own conditions.
 *
 * Each condition is atomic, with one owner. If its fields had owners one by one, a status of four conditions would cost
 * the API server a fifth more.
 */
const conditions: JsonSchemaProps = {
  type: 'array',
  description: 'The state of the resource, one condition per aspect.',
  'x-kubernetes-list-type': 'map',
  'x-kubernetes-list-map-keys': ['type'],
  items: {
    type: 'object',
    'x-kubernetes-map-type': 'atomic',
    required: ['type', 'status', 'reason', 'message', 'lastTransitionTime'],
    properties: {
      type: { type: 'string', maxLength: 316 },
      status: { type: 'string', enum: ['True', 'False', 'Unknown'] },
      reason: { type: 'string', minLength: 1, maxLength: 1024 },
      message: { type: 'string', maxLength: longestConditionMessage },
      observedGeneration: { type: 'integer', format: 'int64', minimum: 0 },
      lastTransitionTime: { type: 'string', format: 'date-time' },
    },
  },
};
