import type { JsonSchemaProps } from '../open-api-schema.ts';
import type { CheckDefinition } from '../zod-definition.ts';
import { boundConstraint } from './number-bound.ts';
import { stringFormatConstraint } from './string-format.ts';
import type { Visit } from './visit.ts';

/** Returns the value validations of a zod check. @param bare - the schema of its type without checks. */
export function checkConstraint(check: CheckDefinition, bare: JsonSchemaProps, visit: Visit): JsonSchemaProps {
  const isList = bare.type === 'array';
  switch (check.check) {
    case 'min_length':
      return isList ? { minItems: check.minimum } : { minLength: check.minimum };
    case 'max_length':
      return isList ? { maxItems: check.maximum } : { maxLength: check.maximum };
    case 'length_equals':
      return isList
        ? { minItems: check.length, maxItems: check.length }
        : { minLength: check.length, maxLength: check.length };
    case 'greater_than':
    case 'less_than':
      return boundConstraint(check, bare);
    case 'multiple_of':
      return factorConstraint(Number(check.value), visit);
    case 'number_format':
      return {}; // part of the type's schema
    case 'string_format':
      return stringFormatConstraint(check, visit);
    case 'custom':
    case 'property':
    case 'properties':
      return visit.refuse("the API server can't run code", "write rule(type, '<CEL expression>', '<message>')");
    case 'overwrite':
      return visit.refuse(
        "the API server can't change values",
        'require the form with .regex(…), or change values in the operator',
      );
    case 'bigint_format':
    case 'max_size':
    case 'mime_type':
    case 'min_size':
    case 'size_equals':
      return visit.refuse('the check is for values that JSON does not have', 'leave it out');
  }
}

function factorConstraint(factor: number, visit: Visit): JsonSchemaProps {
  return Number.isInteger(factor)
    ? { multipleOf: Math.abs(factor) }
    : visit.refuse(
        `the API server refuses whole numbers, and some others, as multiples of ${factor}`,
        'count a smaller unit by z.int(), such as tenths, or write quantity()',
      );
}
