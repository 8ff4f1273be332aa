// In: a zod type at a place of the walk. Out: its schema there, with its annotations; refusals are added to the visit.
// Called by each `Visit` for the types inside of other types, by `structuralSchema` for the outermost.

import { z } from 'zod';
import { annotationOf } from '../annotation.ts';
import type { JsonSchemaProps } from '../open-api-schema.ts';
import { zodChecks, zodDefinition } from '../zod-definition.ts';
import { nullableSchema } from './absence.ts';
import { checkConstraint } from './check-constraint.ts';
import { schemaConjunction } from './conjunction.ts';
import { defaultSchema, jsonType } from './default-schema.ts';
import { enumerationSchema, enumerationValues } from './enumeration-schema.ts';
import { goPattern } from './go-pattern.ts';
import { listSchema } from './list-schema.ts';
import { mapSchema } from './map-schema.ts';
import { boundRules } from './number-bound.ts';
import { numberSchema } from './number-schema.ts';
import { objectSchema } from './object-schema.ts';
import { unionSchema } from './union-schema.ts';
import { unknownSchema, unreadSchema } from './unknown-schema.ts';
import { refuseUnsupportedType } from './unsupported-type.ts';
import { immutabilityRule, withRules } from './validation-rule.ts';
import { unsupported, type Visit } from './visit.ts';

/** Returns the schema of a type and of all types inside of it. */
export function typeSchema(type: z.core.$ZodType, visit: Visit): JsonSchemaProps {
  const { schema: words, rules = [], isImmutable, isUnread } = annotationOf(type);
  const schema = isUnread
    ? unreadSchema(type, visit)
    : withCheckConstraints(schemaWithoutChecks(type, visit), type, visit);
  const allRules = [
    ...rules,
    ...boundRules(zodChecks(type), schema),
    ...(isImmutable ? [immutabilityRule(visit)] : []),
  ];
  return withDocumentation(type, withRules({ ...schema, ...words }, allRules, visit));
}

function withCheckConstraints(bare: JsonSchemaProps, type: z.core.$ZodType, visit: Visit): JsonSchemaProps {
  if (bare === unsupported) return unsupported;
  return zodChecks(type).reduce(
    (schema, check) => schemaConjunction(schema, checkConstraint(check, bare, visit)),
    bare,
  );
}

const coercion = ["the API server can't transform values", 'write the type as it is stored, without coerce'] as const;

function schemaWithoutChecks(type: z.core.$ZodType, visit: Visit): JsonSchemaProps {
  const def = zodDefinition(type);
  if ('coerce' in def && def.coerce) return visit.refuse(...coercion);
  switch (def.type) {
    case 'string':
    case 'boolean':
      return { type: def.type };
    case 'number':
      return numberSchema(zodChecks(type));
    case 'enum':
    case 'literal':
      return enumerationSchema(enumerationValues(type) ?? [], visit);
    case 'template_literal':
      return { type: 'string', ...(type._zod.pattern && goPattern(type._zod.pattern, visit)) };
    case 'object':
      return objectSchema(def, visit);
    case 'record':
      return mapSchema(def, visit);
    case 'array':
      return listSchema(def, annotationOf(type), visit);
    case 'union':
      return unionSchema(def, visit);
    case 'any':
    case 'unknown':
      return unknownSchema;
    case 'lazy':
      return lazySchema(def, visit);
    case 'nullable':
      return nullableSchema(visit.schemaOf(def.innerType));
    case 'default':
    case 'prefault':
      return defaultSchema(def, visit);
    case 'nonoptional':
    case 'optional':
    case 'readonly':
      return visit.schemaOf(def.innerType);
    default:
      return refuseUnsupportedType(def.type, visit);
  }
}

/**
 * Returns a schema with the values of `.describe(…)` and `.meta({ title, description, examples, deprecated
 * })`. Kubernetes has one example, and marks deprecation in the description. Other metadata is ignored.
 */
function withDocumentation(type: z.core.$ZodType, schema: JsonSchemaProps): JsonSchemaProps {
  const { title, description = schema.description, examples, deprecated } = z.globalRegistry.get(type) ?? {};
  const sentences = [description, deprecated === true ? 'Deprecated.' : undefined].filter((text) => text !== undefined);
  const example = Array.isArray(examples) ? jsonType.safeParse(examples[0]) : undefined;
  return {
    ...schema,
    ...(title !== undefined && { title }),
    ...(sentences.length > 0 && { description: sentences.join(' ') }),
    ...(example?.success === true && { example: example.data }),
  };
}

/** Returns the schema of a type that is created at first use: `z.json()`, or another one that isn't recursive. */
function lazySchema({ getter }: z.core.$ZodLazyDef, visit: Visit): JsonSchemaProps {
  const type = getter();
  return isAnyJsonType(type) ? unknownSchema : visit.schemaOf(type);
}

/** `z.json()` has no mark: it is a union of all types of JSON, lists and maps of itself included. */
function isAnyJsonType(type: z.core.$ZodType): boolean {
  const union = zodDefinition(type);
  if (union.type !== 'union') return false;
  const options = union.options.map(zodDefinition);
  return (
    ['string', 'number', 'boolean', 'null'].every((scalar) => options.some((option) => option.type === scalar)) &&
    options.some((option) => option.type === 'array' && zodDefinition(option.element).type === 'lazy') &&
    options.some((option) => option.type === 'record' && zodDefinition(option.valueType).type === 'lazy')
  );
}
