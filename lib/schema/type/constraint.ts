import type { CheckDefinition } from '../definition.ts';
import type { JsonSchemaProps } from '../json-schema-props.ts';
import { stringFormatConstraint } from './string-format.ts';
import type { Visit } from './visit.ts';

/** What a check of zod's demands of the values of a type, as value validations. */
export function constraint(check: CheckDefinition, type: JsonSchemaProps['type'], visit: Visit): JsonSchemaProps {
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
      return {}; // said with the type
    case 'string_format':
      return stringFormatConstraint(check, visit);
    case 'custom':
    case 'property':
    case 'properties':
      return visit.refuse("the API server can't run code", "write rule(type, '<CEL expression>', '<message>')");
    case 'overwrite':
      return visit.refuse(
        "the API server can't change values",
        'demand the form with .regex(…), or change values in the operator',
      );
    case 'bigint_format':
    case 'max_size':
    case 'mime_type':
    case 'min_size':
    case 'size_equals':
      return visit.refuse('the check is for values that are no JSON', 'leave it out');
  }
}
