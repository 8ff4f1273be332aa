import fc from 'fast-check';
import type { z } from 'zod';
import { zodChecks, zodDefinition } from '../../../lib/schema/zod-definition.ts';

/** Generates values of a type, as authors write them: sometimes without optional fields. */
export function valueArbitrary(type: z.core.$ZodType): fc.Arbitrary<unknown> {
  const values = anyValue(type);
  return zodChecks(type).length === 0 ? values : values.filter((value) => (type as z.ZodType).safeParse(value).success);
}

function anyValue(type: z.core.$ZodType): fc.Arbitrary<unknown> {
  const def = zodDefinition(type);
  switch (def.type) {
    case 'object': {
      const fields = Object.entries(def.shape);
      const requiredKeys = fields.filter(([, field]) => field._zod.optin === undefined).map(([name]) => name);
      const values = Object.fromEntries(fields.map(([name, field]) => [name, valueArbitrary(field)]));
      return fc.record(values, { requiredKeys, noNullPrototype: true });
    }
    case 'array':
      return fc.array(valueArbitrary(def.element), { maxLength: 3 });
    case 'record':
      return fc.dictionary(fc.constantFrom('a', 'b', 'max-size', 'constructor'), valueArbitrary(def.valueType), {
        maxKeys: 3,
        noNullPrototype: true,
      });
    case 'optional':
    case 'default':
    case 'prefault':
      return valueArbitrary(def.innerType);
    case 'nullable':
      return fc.option(valueArbitrary(def.innerType));
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries));
    case 'literal':
      return fc.constantFrom(...def.values);
    case 'boolean':
      return fc.boolean();
    case 'number':
      return fc.integer({ min: -3, max: 12 });
    case 'string':
      return strings(type);
    case 'unknown':
      return fc.jsonValue({ maxDepth: 1 });
    default:
      throw new TypeError(`no values are made of ${def.type}: extend valueArbitrary`);
  }
}

function strings(type: z.core.$ZodType): fc.Arbitrary<string> {
  const patterns = zodChecks(type).flatMap((check) =>
    'pattern' in check && check.pattern instanceof RegExp ? [check.pattern] : [],
  );
  return patterns[0] === undefined ? fc.string({ maxLength: 3 }) : fc.stringMatching(patterns[0], { size: 'xsmall' });
}
