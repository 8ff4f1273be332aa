import { truncatedText } from '../../../schema/index.ts';

/** The number of kept texts, none of them long: one operator renders fewer, unless it invents names. */
const capacity = 10_000;

/** Name → element. A new string has to be hashed again before a map finds it. */
const fieldElements = new Map<string, string>();

/** Element → the fields in it. */
const fieldsByElement = new Map<string, Readonly<Record<string, unknown>>>();

/** The element of a field: `f:name`. */
export function fieldElement(name: string): string {
  return memoizedText(fieldElements, name, () => `f:${name}`);
}

/** The element of a set's item: `v:"value"`. */
export function valueElement(value: unknown): string {
  return `v:${managedFieldsJson(value)}`;
}

/** The element of an item that the values of some fields identify: `k:{"name":"web"}`. */
export function keyElement(names: readonly string[], values: readonly unknown[]): string {
  let fields = '';
  for (const [index, name] of names.entries()) {
    const separator = index === 0 ? '' : ',';
    fields += `${separator}${managedFieldsJson(name)}:${managedFieldsJson(values[index])}`;
  }
  return `k:{${fields}}`;
}

/** The fields in an element that {@link keyElement} could have made. */
export function keyFields(element: string): Readonly<Record<string, unknown>> {
  return memoizedText(
    fieldsByElement,
    element,
    () => JSON.parse(element.slice(2)) as Readonly<Record<string, unknown>>,
  );
}

/**
 * A path for users: `spec.template.spec.containers[name=web].env[name=MODE].value`. The middle of a long one is left
 * out.
 */
export function formatPath(elements: readonly string[]): string {
  const shown =
    elements.length <= mostElements
      ? elements.map(formattedSegment)
      : [
          ...elements.slice(0, mostElements / 2).map(formattedSegment),
          '…',
          ...elements.slice(-mostElements / 2).map(formattedSegment),
        ];
  return shown.join('').replace(/^\./, '');
}

/** The number of shown elements of a path, and the shown length of each: paths hold text of tenants. */
const [mostElements, longestElement] = [64, 256];

function formattedSegment(element: string): string {
  if (element.length > longestElement) return `[${truncatedText(element.slice(2), longestElement)}]`;
  const content = element.slice(2);
  if (element.startsWith('f:')) return /^[\w-]+$/.test(content) ? `.${content}` : `["${content}"]`;
  if (!element.startsWith('k:')) return `[${content}]`;
  const fields = Object.entries(keyFields(element)).map(([name, value]) => `${name}=${String(value)}`);
  return `[${fields.join(',')}]`;
}

/**
 * JSON as the API server writes it into managed fields: characters with a meaning in HTML or old JavaScript are
 * escaped.
 */
function managedFieldsJson(value: unknown): string {
  if (typeof value === 'string' && unescaped.test(value)) return `"${value}"`;
  if (Number.isInteger(value)) return String(value);
  return JSON.stringify(value ?? null).replace(
    escaped,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const unescaped = /^[\w ./:-]*$/;
const escaped = /[<>&\u2028\u2029]/g;

function memoizedText<Value>(known: Map<string, Value>, key: string, made: () => Value): Value {
  if (key.length > longestElement) return made();
  const before = known.get(key);
  if (before !== undefined) return before;
  if (known.size >= capacity) known.clear();
  const value = made();
  known.set(key, value);
  return value;
}
