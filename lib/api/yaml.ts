// In: plain data, as manifests are. Out: YAML text that every reader takes as the same data.
// Called wherever objects are written for people and for other programs.

/**
 * An object as a YAML document.
 *
 * Readers of YAML 1.1, such as Kubernetes' own, and of YAML 1.2 take it the same way: what one of them would read as a
 * boolean, a number or a date is quoted. `apiVersion`, `kind` and `metadata` come first, all other keys in the order
 * given; undefined fields are left out. Text of several lines is a literal block, no line is folded, nothing is an
 * anchor or an alias. Equal data in equal order gives equal text, which ends with a line break.
 *
 * @throws TypeError if a value has no JSON form, such as a function, a Date or NaN.
 */
export function yamlDocument(document: object): string {
  const fields = Object.entries(document).toSorted(([one], [other]) => rank(one) - rank(other));
  const ordered = Object.fromEntries(fields);
  return `${isFilled(ordered) ? collection(ordered, '') : scalar(ordered, '')}\n`;
}

/** Objects as a YAML stream: a {@link yamlDocument} each, separated by `---`. */
export function yamlStream(documents: readonly object[]): string {
  return documents.map(yamlDocument).join('---\n');
}

const head = ['apiVersion', 'kind', 'metadata'];

function rank(key: string): number {
  return head.includes(key) ? head.indexOf(key) : head.length;
}

type Collection = readonly unknown[] | Readonly<Record<string, unknown>>;

function isFilled(value: unknown): value is Collection {
  if (Array.isArray(value)) return value.length > 0;
  return isMap(value) && fieldsOf(value).length > 0;
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function fieldsOf(map: Readonly<Record<string, unknown>>): [string, unknown][] {
  return Object.entries(map).filter(([, value]) => value !== undefined);
}

function collection(value: Collection, indent: string): string {
  const lines = isList(value)
    ? value.map((item) => `${indent}- ${behindDash(item, indent)}`)
    : fieldsOf(value).map(([key, field]) => `${indent}${line(key)}:${behindKey(field, indent)}`);
  return lines.join('\n');
}

function isList(value: Collection): value is readonly unknown[] {
  return Array.isArray(value);
}

/** An item's first line shares that of the dash, the others stand below it. */
function behindDash(item: unknown, indent: string): string {
  const deeper = `${indent}  `;
  return isFilled(item) ? collection(item, deeper).slice(deeper.length) : scalar(item, deeper);
}

function behindKey(value: unknown, indent: string): string {
  const deeper = `${indent}  `;
  return isFilled(value) ? `\n${collection(value, deeper)}` : ` ${scalar(value, deeper)}`;
}

function scalar(value: unknown, indent: string): string {
  if (typeof value === 'string') return isBlock(value) ? block(value, indent) : line(value);
  if (typeof value === 'boolean' || value === null) return String(value);
  if (typeof value === 'number' && Number.isFinite(value)) return number(value);
  if (Array.isArray(value)) return '[]';
  if (isMap(value)) return '{}';
  throw new TypeError(`a manifest can't hold ${describe(value)}: it has no JSON form`);
}

function describe(value: unknown): string {
  if (typeof value === 'object' && value !== null) return `an instance of ${value.constructor.name}`;
  return typeof value === 'number' ? `the number ${value}` : `a value of type ${typeof value}`;
}

/** YAML 1.1 asks for a point in a number with an exponent. */
function number(value: number): string {
  return JSON.stringify(value).replace(/^(-?\d+)e/, '$1.0e');
}

/** A letter or a slash in front: nothing but the words below, and for some a bare exponent, means anything else than itself then. */
const plain = /^[A-Za-z/](?:[ -~]*[!-~])?$/;
const words = /^(?:y|n|yes|no|on|off|true|false|null|e[-+]?[0-9]+)$/i;
/** Where a plain scalar would end: before a value, before a comment. */
const breaks = /:(?: |$)| #/;

/** Characters that a YAML reader takes as line breaks, or not at all. */
const unsafe = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

function line(text: string): string {
  if (plain.test(text) && !words.test(text) && !breaks.test(text)) return text;
  return JSON.stringify(text).replace(
    unsafe,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Characters that a block can't hold, because it knows no escapes. */
const unwritable = /[^\n -~\u00a0-\ud7ff\ue000-\ufffd]|[\u2028\u2029\ufeff]/;
/** Breaks and spaces at an end, and spaces in front, of which readers and editors make something else. */
const adrift = /^\s|[ \n]$| \n/;

function isBlock(text: string): boolean {
  const body = text.replace(/\n$/, '');
  return body.includes('\n') && !adrift.test(body) && !unwritable.test(body);
}

function block(text: string, indent: string): string {
  const body = text.replace(/\n$/, '').replace(/^(?=.)/gm, indent);
  return `${text.endsWith('\n') ? '|' : '|-'}\n${body}`;
}
