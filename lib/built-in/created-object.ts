import type { JsonObject, Kind } from '../api/index.ts';
import { builtInSchema } from './built-in-schema.ts';
import type { Cause } from './field-cause.ts';
import { createdMetadataCauses, withAddressCauses } from './metadata/metadata-validation.ts';
import { nameFormOf } from './metadata/name-form.ts';
import { objectCauses } from './rule/object-cause.ts';
import { decodedObject } from './value/decoded-value.ts';
import { defaultedObject } from './value/defaulted-value.ts';

/** Returns the causes for which the API server refuses a new object. @throws DecodingError for fields of wrong types */
export function createdObjectCauses(kind: Kind, object: JsonObject): readonly Cause[] {
  const schema = builtInSchema(kind);
  const decoded = defaultedObject(schema, decodedObject(schema, object, { unknown: [] }));
  const isNamespaced = kind.scope === 'Namespaced';
  const causes = [
    ...createdMetadataCauses(decoded, { isNamespaced, nameForm: nameFormOf(kind) }),
    ...objectCauses(schema, decoded),
  ];
  return withAddressCauses(decoded, uniqueCauses(causes));
}

/** Returns each cause once: learned rules and rules of structs may find the same. */
export function uniqueCauses(causes: readonly Cause[]): readonly Cause[] {
  return [...new Map(causes.map((cause) => [JSON.stringify(cause), cause])).values()];
}
