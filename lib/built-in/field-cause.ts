import type { JsonValue } from '../schema/index.ts';

/** One cause of a Status. */
export interface Cause {
  readonly reason?: string;
  readonly message: string;
  readonly field?: string;
}

/** The cause of a field with a wrong value. */
export function invalidValue(field: string, value: unknown, detail: string): Cause {
  const shown = JSON.stringify(value) ?? 'null';
  return { reason: 'FieldValueInvalid', message: `Invalid value: ${shown}: ${detail}`, field };
}

/** The cause of a missing field. */
export function requiredValue(field: string, detail = ''): Cause {
  return {
    reason: 'FieldValueRequired',
    message: detail === '' ? 'Required value' : `Required value: ${detail}`,
    field,
  };
}

/** The cause of a field that may not be set or changed. */
export function forbiddenField(field: string, detail: string): Cause {
  return { reason: 'FieldValueForbidden', message: `Forbidden: ${detail}`, field };
}

/** The cause of a value that is too long. */
export function tooLong(field: string, limit: number): Cause {
  return { reason: 'FieldValueTooLong', message: `Too long: may not be more than ${limit} bytes`, field };
}

/** The cause of a value outside a choice. */
export function unsupportedValue(field: string, value: unknown, supported: readonly string[]): Cause {
  const named = supported.map((each) => JSON.stringify(each)).join(', ');
  const message = `Unsupported value: ${JSON.stringify(value)}: supported values: ${named}`;
  return { reason: 'FieldValueNotSupported', message, field };
}

/** Returns each cause of a field once: learned rules and rules of structs may find the same. */
export function uniqueCauses(causes: readonly Cause[]): readonly Cause[] {
  return [...new Map(causes.map((cause) => [JSON.stringify(cause), cause])).values()];
}

/** The cause of a value that another item has, too. */
export function duplicateValue(field: string, value: JsonValue): Cause {
  return { reason: 'FieldValueDuplicate', message: `Duplicate value: ${JSON.stringify(value)}`, field };
}

/** The cause of a name that no object has. */
export function missingName(field: string, value: JsonValue, detail = ''): Cause {
  const text = detail === '' ? '' : `: ${detail}`;
  return { reason: 'FieldValueNotFound', message: `Not found: ${JSON.stringify(value)}${text}`, field };
}

/** Returns the path by which causes name a field in the value at a path. */
export function innerPath(path: string, field: string): string {
  if (path === '' || field === '') return path + field;
  return field.startsWith('[') ? path + field : `${path}.${field}`;
}

/** Yields causes whose fields are in the value at a path. */
export function* causesAt(path: string, causes: Iterable<Cause>): Iterable<Cause> {
  for (const cause of causes) yield { ...cause, field: innerPath(path, cause.field ?? '') };
}

/** Yields a cause for each fault of a value. */
export function* faultCauses(field: string, value: string, faults: readonly string[]): Iterable<Cause> {
  for (const fault of faults) yield invalidValue(field, value, fault);
}
