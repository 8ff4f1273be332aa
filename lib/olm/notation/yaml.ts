// In: plain data, as manifests are. Out: YAML text that every reader takes as the same data.
// Called wherever objects are written for people and for other programs.

import { Document, type Scalar, visit } from 'yaml';

/**
 * An object as a YAML document.
 *
 * Readers of YAML 1.1, such as Kubernetes' own, and of YAML 1.2 take it the same way: text that one of them would read
 * as anything else is quoted. `apiVersion`, `kind` and `metadata` come first, all other keys in the order given;
 * undefined fields are left out. Text of several lines is a literal block, no line is folded, nothing is an anchor or an
 * alias. Equal data in equal order gives equal text, which ends with a line break.
 */
export function yamlDocument(object: object): string {
  const fields = Object.entries(object).toSorted(([one], [other]) => rank(one) - rank(other));
  const document = new Document(Object.fromEntries(fields), { aliasDuplicateObjects: false });
  visit(document, { Scalar: (_, scalar) => quoteWhereNeeded(scalar) });
  return document
    .toString({ lineWidth: 0, doubleQuotedMinMultiLineLength: Number.POSITIVE_INFINITY })
    .replace(breaks, escaped);
}

/** Objects as a YAML stream: a {@link yamlDocument} each, separated by `---`. */
export function yamlStream(objects: readonly object[]): string {
  return objects.map(yamlDocument).join('---\n');
}

const head = ['apiVersion', 'kind', 'metadata'];

function rank(key: string): number {
  return head.includes(key) ? head.indexOf(key) : head.length;
}

function quoteWhereNeeded(scalar: Scalar): void {
  const { value } = scalar;
  if (typeof value === 'string' && (value.includes('\n') ? !isBlock(value) : isAmbiguous(value))) {
    scalar.type = 'QUOTE_DOUBLE';
  }
}

const dialects = (['1.1', '1.2'] as const).map((version) => new Document(undefined, { version }).schema);

/** Whether a dialect would take the bare text for a number, a boolean, a date or nothing, or can't take it at all. */
function isAmbiguous(text: string): boolean {
  const isOther = dialects.some((dialect) => dialect?.tags.some((tag) => 'test' in tag && tag.test?.test(text)));
  return isOther || !/^[A-Za-z/]([ -~]*[!-~])?$/.test(text) || /^e[-+]?\d+$/i.test(text);
}

/** Whether every reader gets the text back from a literal block: no tab or control character, no space at a line's end. */
function isBlock(text: string): boolean {
  return (
    /^\S.*\n./s.test(text) && !/[^\n -~\u00a0-\ud7ff\ue000-\ufffd]|[\u2028\u2029\ufeff]| (?:\n|$)|\n\n$/.test(text)
  );
}

/** What some readers take as a line break, or not at all. It only occurs in quotes. */
const breaks = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
