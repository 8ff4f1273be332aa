// In: plain data, such as manifests. Out: YAML text that every reader parses as the same data. Called wherever objects
// are written.

import {
  DEFAULT_SCALAR_STYLE_RULES,
  DUMP_SCHEMA,
  dump,
  intYaml11Tag,
  SCALAR_STYLE,
  type ScalarLayout,
  strTag,
} from 'js-yaml';

/**
 * Returns an object as a YAML document.
 *
 * Readers of YAML 1.1, such as Kubernetes' own, and of YAML 1.2 parse it as the same data: text that one of them would
 * read as another type is quoted. `apiVersion`, `kind` and `metadata` come first, all other keys in the given order;
 * undefined fields are omitted. Text of several lines is a literal block. Lines are not folded, and there are no
 * anchors or aliases. Equal data in equal order gives equal text, which ends with a line break.
 *
 * @example
 * yamlDocument({ kind: 'ConfigMap', apiVersion: 'v1', data: { on: 'yes' } });
 * // 'apiVersion: v1\nkind: ConfigMap\ndata:\n  "on": "yes"\n'
 */
export function yamlDocument(object: object): string {
  const fields = Object.entries(object).toSorted(([one], [other]) => keyRank(one) - keyRank(other));
  return dump(Object.fromEntries(fields), {
    schema,
    scalarStyleRules,
    quoteStyle: 'double',
    lineWidth: -1,
    noRefs: true,
  });
}

/**
 * Returns objects as a YAML stream: one {@link yamlDocument} each, separated by `---`.
 *
 * @example yamlStream([{ a: 1 }, { b: 2 }]); // 'a: 1\n---\nb: 2\n'
 */
export function yamlStream(objects: readonly object[]): string {
  return objects.map(yamlDocument).join('---\n');
}

const head = ['apiVersion', 'kind', 'metadata'];

function keyRank(key: string): number {
  return head.includes(key) ? head.indexOf(key) : head.length;
}

/** The numbers and words of both dialects, and integers of any size. */
const schema = DUMP_SCHEMA.withTags({
  ...intYaml11Tag,
  identify: (value: unknown) => typeof value === 'bigint' || intYaml11Tag.identify(value),
});

const { tryLongOrMultilineAsBlock, quoteInvalidPlain } = DEFAULT_SCALAR_STYLE_RULES;

const scalarStyleRules = [quoteScalars, tryLongOrMultilineAsBlock, quoteInvalidPlain];

function quoteScalars(layout: ScalarLayout): void {
  const { tag, value } = layout.node;
  if (tag !== strTag.tagName) return;
  if (value.includes('\n') ? !isLiteralBlock(value) : !isPlainScalar(value)) layout.style = SCALAR_STYLE.DOUBLE_QUOTED;
}

/** Returns true if neither dialect parses the text as a number or date, or rejects one of its characters. */
function isPlainScalar(text: string): boolean {
  return /^[A-Za-z/]([ -~]*[!-~])?$/.test(text) && !/^e[-+]?\d+$/i.test(text);
}

/**
 * Returns true if every reader parses a literal block to the same text: no tab or control character, no space at a
 * line's end.
 */
function isLiteralBlock(text: string): boolean {
  return (
    /^\S.*\n./s.test(text) && !/[^\n -~\u00a0-\ud7ff\ue000-\ufffd]|[\u2028\u2029\ufeff]| (?:\n|$)|\n\n$/.test(text)
  );
}
