/** The fields that describe a failure and contain no more than that. The values of other fields may be secrets. */
const causeFields: readonly string[] = [
  'code',
  'errno',
  'kind',
  'message',
  'name',
  'reason',
  'status',
  'statusCode',
  'syscall',
  'type',
];

/** The limits of a description: UTF-16 code units of a text, and number of fields. */
const [longestText, mostFields] = [200, 12];

/**
 * Describes a thrown value: the message of an Error, a string unchanged, and for any other value its type or fields.
 *
 * An object is described by the names of its fields: `{ code: 3, data }`. Only fields that name a cause, such as
 * `code`, `reason` and `message`, have their values: a thrown Secret or request shows no further values.
 */
export function thrownText(thrown: unknown): string {
  if (thrown instanceof Error && typeof thrown.message === 'string')
    return thrown.message || `${thrown.name} without a message`;
  if (typeof thrown === 'string') return thrown;
  return `a value that is not an Error was thrown: ${thrownDescription(thrown)}`;
}

function thrownDescription(thrown: unknown): string {
  switch (typeof thrown) {
    case 'function':
      return 'a function';
    case 'symbol':
      return 'a symbol';
    case 'object':
      return thrown === null ? 'null' : objectDescription(thrown);
    default:
      return String(thrown);
  }
}

function objectDescription(thrown: object): string {
  let fields: readonly (readonly [string, PropertyDescriptor | undefined])[];
  try {
    fields = Object.keys(thrown).map((name) => [name, Object.getOwnPropertyDescriptor(thrown, name)]);
  } catch (error) {
    return `an object that can't be read (${typeof error})`;
  }
  if (fields.length === 0) return Array.isArray(thrown) ? '[]' : '{}';
  if (Array.isArray(thrown)) return `an array of ${thrown.length}`;
  const shown = fields.slice(0, mostFields).map(([name, field]) => fieldText(name, field?.value));
  return `{ ${[...shown, ...(fields.length > mostFields ? ['…'] : [])].join(', ')} }`;
}

function fieldText(name: string, value: unknown): string {
  const label = boundedMessage(name);
  if (!causeFields.includes(name)) return label;
  if (typeof value === 'string') return `${label}: ${JSON.stringify(boundedMessage(value))}`;
  return ['number', 'boolean', 'bigint'].includes(typeof value) ? `${label}: ${String(value)}` : label;
}

function boundedMessage(text: string): string {
  return text.length <= longestText ? text : `${text.slice(0, longestText - 1).toWellFormed()}…`;
}
