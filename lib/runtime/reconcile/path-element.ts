/** The element of a field: `f:name`. */
export function fieldElement(name: string): string {
  return `f:${name}`;
}

/** The element of a set's item: `v:"value"`. */
export function valueElement(value: unknown): string {
  return `v:${text(value)}`;
}

/** The element of an item that is told from others by some of its fields: `k:{"name":"web"}`. */
export function keyElement(fields: readonly (readonly [name: string, value: unknown])[]): string {
  return `k:{${fields.map(([name, value]) => `${text(name)}:${text(value)}`).join(',')}}`;
}

/** The names of the fields in an element that {@link keyElement} could have made; undefined for other elements. */
export function keyNames(element: string): readonly string[] | undefined {
  return element.startsWith('k:') ? Object.keys(keyFields(element)) : undefined;
}

/** A path for people: `spec.template.spec.containers[name=web].env[name=MODE].value`. */
export function formatPath(elements: readonly string[]): string {
  return elements.map(segment).join('').replace(/^\./, '');
}

function segment(element: string): string {
  const content = element.slice(2);
  if (element.startsWith('f:')) return /^[\w-]+$/.test(content) ? `.${content}` : `["${content}"]`;
  if (!element.startsWith('k:')) return `[${content}]`;
  const fields = Object.entries(keyFields(element)).map(([name, value]) => `${name}=${String(value)}`);
  return `[${fields.join(',')}]`;
}

function keyFields(element: string): Readonly<Record<string, unknown>> {
  return JSON.parse(element.slice(2));
}

/** JSON as the API server writes it into managed fields: characters that HTML or old JavaScript minds are escaped. */
function text(value: unknown): string {
  if (typeof value === 'string' && unescaped.test(value)) return `"${value}"`;
  return JSON.stringify(value ?? null).replace(
    escaped,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const unescaped = /^[\w ./:-]*$/;
const escaped = /[<>&\u2028\u2029]/g;
