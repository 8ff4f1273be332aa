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
