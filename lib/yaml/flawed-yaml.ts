// In: a file's text. Out: its documents, and the problems of each. Called if `flawlessYaml` fails.

import { createRequire } from 'node:module';
import type * as Yaml from 'yaml';
import type { DocumentProblem, ParsedDocument } from './parsed-document.ts';

/** The types of YAML 1.1 that Kubernetes' readers leave as text. */
const unread: ReadonlySet<string> = new Set(['intTime', 'floatTime', 'timestamp', 'binary', 'omap', 'pairs', 'set']);

const binaryTag: Yaml.ScalarTag = {
  tag: 'tag:yaml.org,2002:binary',
  resolve(source, onError) {
    const bytes = Buffer.from(source, 'base64');
    if (bytes.toString('base64') !== source.replace(/\s/g, '')) onError('a value of !!binary is not base64');
    return bytes.toString();
  },
};

/** `operand build` looks for this line, to include the package in the bundle. */
const require: (name: 'yaml') => typeof Yaml = createRequire(import.meta.url);

/**
 * Parses text that has errors or aliases; drops empty documents.
 *
 * Slow, since it finds all problems. Its parser has many files and is loaded only on first use: most programs never
 * need it. Scalars have the types of Kubernetes' own readers: see `parsedYaml`.
 */
export function flawedYaml(text: string): readonly ParsedDocument[] {
  const { parseAllDocuments } = require('yaml');
  const parsed = parseAllDocuments(text, {
    version: '1.1',
    merge: true,
    customTags: (tags) => [
      ...tags.filter((tag) => typeof tag === 'string' || !unread.has(tagName(tag.tag))),
      binaryTag,
    ],
    prettyErrors: true,
    // The parser warns on the standard error of keys that are maps, such as those of unrendered templates.
    logLevel: 'error',
  });
  return parsed
    .filter(({ contents, errors }) => contents !== null || errors.length > 0)
    .map((document) => flawedDocument(document, text));
}

function flawedDocument(document: Yaml.Document, text: string): ParsedDocument {
  const problems = document.errors.map(
    ({ code, message, pos: [start], linePos }): DocumentProblem =>
      code === 'DUPLICATE_KEY'
        ? { kind: 'duplicate-key', what: `${keyAt(text, start)} occurs twice, again at line ${linePos?.[0].line ?? 1}` }
        : { kind: 'syntax', what: parserMessage(message) },
  );
  try {
    if (problems.every(({ kind }) => kind !== 'syntax')) problems.push(...adaptToGo(document));
    const syntax = problems.find(({ kind }) => kind === 'syntax');
    return syntax === undefined ? { value: document.toJS(), problems } : { value: undefined, problems: [syntax] };
  } catch (error) {
    // Nested aliases can expand beyond the available memory.
    const what = parserMessage(error instanceof Error ? error.message : String(error));
    return { value: undefined, problems: [{ kind: 'syntax', what }] };
  }
}

/**
 * Gives a document the values that Go's readers see: numbers beyond a double as text, and of equal keys the last one, also
 * that of a merge key. Returns the problems that this causes.
 */
function adaptToGo(document: Yaml.Document): readonly DocumentProblem[] {
  const { visit } = require('yaml');
  const problems: DocumentProblem[] = [];
  const known: KnownNames = new Map();
  // Throws if there are too many aliases, before each merge is read by itself.
  document.toJS();
  visit(document, {
    Scalar(place, scalar) {
      const { value, source = '' } = scalar;
      if (typeof value !== 'number' || Number.isFinite(value)) return;
      if (place !== 'key' && !/\d/.test(source))
        problems.push({ kind: 'syntax', what: `JSON has no number ${source}` });
      scalar.value = source;
    },
    Map(_place, map) {
      const merges = map.items.filter(isMerge);
      if (merges.length === 0) return;
      const later = new Set<string>();
      const kept = map.items.toReversed().filter((pair) => {
        if (isMerge(pair)) for (const name of mergedNames(pair.value, document, known)) later.add(name);
        const name = keyText(pair);
        if (!isMerge(pair) && later.has(name))
          problems.push({ kind: 'duplicate-key', what: `${name} occurs twice, again in a merge key << after it` });
        return !isMerge(pair) && !later.has(name);
      });
      // The parser lets the first of several merges count, and each other key after them.
      map.items = [...merges.toReversed(), ...kept.toReversed()];
    },
  });
  return problems;
}

type KnownNames = Map<unknown, ReadonlySet<string>>;

function isMerge({ key }: Yaml.Pair): boolean {
  return require('yaml').isScalar(key) && typeof key.value === 'symbol';
}

function keyText({ key }: Yaml.Pair): string {
  return String(require('yaml').isScalar(key) ? key.value : key);
}

/** Returns the keys of a merge, whose value is a map, an alias, or a list of these. */
function mergedNames(source: unknown, document: Yaml.Document, known: KnownNames): ReadonlySet<string> {
  const { isAlias, isMap, isSeq } = require('yaml');
  const node = isAlias(source) ? source.resolve(document) : source;
  const names = new Set<string>();
  if (isSeq(node))
    for (const part of node.items) for (const name of mergedNames(part, document, known)) names.add(name);
  if (!isMap(node)) return names;
  const found = known.get(node);
  if (found !== undefined) return found;
  known.set(node, names);
  for (const pair of node.items) {
    if (!isMerge(pair)) names.add(keyText(pair));
    else for (const name of mergedNames(pair.value, document, known)) names.add(name);
  }
  return names;
}

function keyAt(text: string, start: number): string {
  const key = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|(?:[^:\n]|:(?=\S))*)/;
  return key.exec(text.slice(start, start + 100))?.[0].trim() ?? '';
}

/** Returns the first line of a parser's message, as a part of a sentence. */
function parserMessage(message: string): string {
  const [line = message] = message.split('\n', 1);
  return line.replace(/:$/, '').replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
}

function tagName(tag: string): string {
  return tag.slice(tag.lastIndexOf(':') + 1);
}
