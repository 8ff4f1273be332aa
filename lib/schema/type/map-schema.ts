import type { z } from 'zod';
import type { JsonSchemaProps } from '../open-api-schema.ts';
import { zodChecks, zodDefinition } from '../zod-definition.ts';
import { refuseAbsentPart } from './absence.ts';
import { enumerationValues } from './enumeration-schema.ts';
import { fieldsSchema, objectFields } from './object-schema.ts';
import type { Visit } from './visit.ts';

/** Returns the schema of maps. A map whose keys are a choice becomes an object with a field for each. */
export function mapSchema(def: z.core.$ZodRecordDef, visit: Visit): JsonSchemaProps {
  const { keyType, valueType, mode, partial = false } = def;
  const names = mapKeyChoices(keyType);
  if (mode !== 'loose' && names !== undefined) {
    const shape = Object.fromEntries(names.map((name) => [name, valueType]));
    const all = objectFields(shape, visit);
    if (partial && all.some(({ schema }) => schema.default !== undefined)) {
      visit
        .entry()
        .refuse(
          'API servers store the default of each absent key, and zod does not',
          'write the type without .default(…)',
        );
    }
    return fieldsSchema(partial ? all.map((field) => ({ ...field, isRequired: false })) : all, visit);
  }
  if (mode === 'loose' || !isAnyStringKey(keyType)) {
    return visit.refuse(
      "a schema can't validate the keys of a map",
      "write z.record(z.string(), …) and rule(…, 'self.all(key, <CEL expression>)', '<message>')",
    );
  }
  const entry = visit.entry();
  refuseAbsentPart(valueType, entry);
  return { type: 'object', additionalProperties: entry.schemaOf(valueType) };
}

function mapKeyChoices(keyType: z.core.$ZodType): readonly string[] | undefined {
  const choices = enumerationValues(keyType);
  return choices?.every((choice) => typeof choice === 'string') ? choices : undefined;
}

function isAnyStringKey(keyType: z.core.$ZodType): boolean {
  const def = zodDefinition(keyType);
  return def.type === 'string' && !def.coerce && zodChecks(keyType).length === 0;
}
