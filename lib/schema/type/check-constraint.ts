import type { JsonSchemaProps } from '../open-api-schema.ts';
import type { CheckDefinition } from '../zod-definition.ts';
import { stringFormatConstraint } from './string-format.ts';
import type { Visit } from './visit.ts';

/** Returns the value validations of a zod check. */
export function checkConstraint(check: CheckDefinition, type: JsonSchemaProps['type'], visit: Visit): JsonSchemaProps {
  const isList = type === 'array';
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
      return { minimum: Number(check.value), ...(!check.inclusive && { exclusiveMinimum: true }) };
    case 'less_than':
      return { maximum: Number(check.value), ...(!check.inclusive && { exclusiveMaximum: true }) };
    case 'multiple_of':
      return { multipleOf: Math.abs(Number(check.value)) };
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
