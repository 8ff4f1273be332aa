// In: the types and rules of a definition. Out: the schema that its CustomResourceDefinition publishes, and the parts that
// API servers refuse. Derived once for each definition, at first use; called by everything that needs a kind's schema.

import { z } from 'zod';
import {
  type JsonSchemaProps,
  type Rule,
  ratchetingRule,
  rule,
  ruleCostRefusals,
  ruleRefusals,
  SchemaError,
  schemaOfType,
  type UnsupportedType,
} from '../../schema/index.ts';
import { longestConditionMessage } from './condition.ts';

/** The parts of a definition that determine its schema. */
interface SchemaSource {
  readonly description: string;
  readonly rules: readonly Rule[];
  readonly spec: z.ZodObject;
  readonly status: z.ZodObject;
}

/** The schemas of the types as they are written, with the parts that Kubernetes can't express. */
interface Derivation {
  /** The schema of the whole object, with the library's part of the status. */
  readonly object: JsonSchemaProps;
  /** The schema of the author's status. */
  readonly status: JsonSchemaProps;
  readonly refusals: readonly UnsupportedType[];
}

/** The schema of a custom resource in one version, derived from the types of its definition. */
export class ResourceSchema {
  readonly #source: SchemaSource;
  #derivation: Derivation | undefined;
  #object: JsonSchemaProps | undefined;
  #refusals: readonly UnsupportedType[] | undefined;
  #writtenRules: ReadonlyMap<string, string> | undefined;

  constructor(source: SchemaSource) {
    this.#source = source;
  }

  /** The types that Kubernetes can't express; if there are none, the rules that every API server refuses. */
  get refusals(): readonly UnsupportedType[] {
    this.#refusals ??= this.#findRefusals();
    return this.#refusals;
  }

  /**
   * The schema of the whole object: the author's spec and status, and the library's part of the status. Rules over the
   * whole object tolerate an unchanged spec.
   *
   * @throws SchemaError if Kubernetes can't express the types.
   */
  get object(): JsonSchemaProps {
    const { refusals } = this.#derived();
    if (refusals.length > 0) throw new SchemaError(refusals);
    return this.#ratcheting();
  }

  /**
   * The same schema, for the evaluation of rules. Undefined if Kubernetes can't express the types, which is a finding of
   * the definition.
   */
  get withRules(): JsonSchemaProps | undefined {
    return this.#derived().refusals.some(({ path }) => path !== wholeRules) ? undefined : this.#ratcheting();
  }

  /**
   * The schema of spec and status as conversions change them, without the library's part of the status.
   *
   * @throws SchemaError if Kubernetes can't express the types.
   */
  get content(): JsonSchemaProps {
    const { spec = {} } = this.object.properties ?? {};
    return { type: 'object', properties: { spec, status: this.#derived().status } };
  }

  /** The rules over the whole object: the evaluated text → the author's text. */
  get writtenRules(): ReadonlyMap<string, string> {
    this.#writtenRules ??= new Map(this.#source.rules.map((each) => [ratchetingRule(each).rule, each.rule]));
    return this.#writtenRules;
  }

  #derived(): Derivation {
    this.#derivation ??= schemaDerivation(this.#source);
    return this.#derivation;
  }

  #ratcheting(): JsonSchemaProps {
    if (this.#object !== undefined) return this.#object;
    const { object } = this.#derived();
    const rules = object['x-kubernetes-validations']?.map(ratchetingRule);
    this.#object = { ...object, ...(rules && { 'x-kubernetes-validations': rules }) };
    return this.#object;
  }

  #findRefusals(): readonly UnsupportedType[] {
    const { object, refusals } = this.#derived();
    if (refusals.length > 0) return refusals;
    const asWritten = ruleRefusals(object);
    const refused = asWritten.length > 0 ? asWritten : ruleCostRefusals(this.object, this.writtenRules);
    return refused.map((refusal) => ({ ...refusal, path: refusal.path || wholeRules }));
  }
}

/** The path of refusals of rules over the whole object. */
const wholeRules = 'rules';

function schemaDerivation({ description, rules, spec, status }: SchemaSource): Derivation {
  const object = schemaOfType(authoredObjectType(spec, rules));
  const reported = schemaOfType(status, 'status');
  return {
    object: {
      ...object.schema,
      description,
      properties: {
        apiVersion: { type: 'string' },
        kind: { type: 'string' },
        metadata: { type: 'object' },
        ...object.schema.properties,
        status: reportedStatusSchema(reported.schema),
      },
    },
    status: reported.schema,
    refusals: [
      ...object.refusals.map((refusal) => ({ ...refusal, path: refusal.path || wholeRules })),
      ...reported.refusals,
    ],
  };
}

/** The object as its author writes it. */
function authoredObjectType(spec: z.ZodObject, rules: readonly Rule[]): z.ZodType {
  // Without a default of its own, the defaults inside of an absent spec would never be filled in.
  const isOptional = spec.safeParse({}).success;
  const type: z.ZodType = z.object({ spec: isOptional ? spec.prefault({}) : spec });
  return rules.reduce((whole, { rule: expression, ...words }) => rule(whole, expression, words), type);
}

/** No field is required: conditions are reported before any other field. */
function reportedStatusSchema({ required: _, ...status }: JsonSchemaProps): JsonSchemaProps {
  return {
    description: 'What the operator observed last.',
    ...status,
    properties: { ...status.properties, observedGeneration, conditions },
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
