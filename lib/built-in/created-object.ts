import type { JsonObject, Kind } from '../api/index.ts';
import { builtInSchema } from './built-in-schema.ts';
import { type Cause, uniqueCauses } from './field-cause.ts';
import { createdMetadataCauses, withPathNameCauses } from './metadata/metadata-validation.ts';
import { nameFormOf } from './metadata/object-name-form.ts';
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
  return withPathNameCauses(decoded, uniqueCauses(causes));
}
