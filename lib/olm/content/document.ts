// In: a file's bytes, as people and tools write YAML and JSON. Out: its documents, as Kubernetes' own readers take them.
// Called by BundleContent, for each file that holds documents.

import type { DocumentProblem } from './document-problem.ts';
import { flawedYaml } from './flawed-yaml.ts';
import { flawlessYaml } from './flawless-yaml.ts';
import { nestingProblem, tooDeep } from './nesting.ts';
import { Place } from './place.ts';

/** One document of a file. */
export interface Document {
  /** The whole document; absent if it can't be read. */
  readonly root: Place;
  /** What readers stumble over. */
  readonly problems: readonly DocumentProblem[];
}

/** What no reader of YAML takes, wherever it stands: control characters but tabs and line breaks. */
const controlCharacter = /[^\P{Cc}\t\n\r\u0085]/u;

/**
 * The documents of a file, empty ones left out.
 *
 * Read as YAML 1.1, as Go's readers do: a bare `yes` or `n` is a boolean, `017` is 15, and times are text. Of a key that is
 * there twice, the last value counts.
 *
 * @see https://github.com/kubernetes-sigs/yaml
 */
export function documents(file: string, bytes: Uint8Array): readonly Document[] {
  const text = decoded(bytes);
  if (text === undefined) return [unreadable(file, 'encoding', 'it is no text in UTF-8')];
  const [character] = controlCharacter.exec(text) ?? [];
  if (character !== undefined) {
    const code = character.charCodeAt(0).toString(16).padStart(4, '0');
    return [unreadable(file, 'encoding', `it holds the control character U+${code}`)];
  }
  return readDocuments(file, text).map((document) => {
    const problem = nestingProblem(document.root.value);
    return problem === undefined ? document : unreadable(file, 'syntax', problem);
  });
}

function readDocuments(file: string, text: string): readonly Document[] {
  try {
    const read = jsonDocument(file, text) ?? flawlessDocuments(file, text);
    return read ?? flawlessDocuments(file, withQuotesIndented(text)) ?? flawedDocuments(file, text);
  } catch (error) {
    // Parsers run out of their stack.
    if (error instanceof RangeError) return [unreadable(file, 'syntax', tooDeep)];
    throw error;
  }
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The document of a JSON file; undefined if it is none. */
function jsonDocument(file: string, text: string): readonly Document[] | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  try {
    return [{ root: new Place(file, JSON.parse(text)), problems: [] }];
  } catch {
    return undefined;
  }
}

/**
 * The same text, with the lines deeper that quoted text goes on in. YAML wants them deeper than the key, Go's readers don't;
 * how deep they are means nothing.
 *
 * @see https://yaml.org/spec/1.1/#id904245
 */
function withQuotesIndented(text: string): string {
  let open: { readonly quote: string; readonly indent: string } | undefined;
  const lines = text.split('\n').map((line) => {
    if (open !== undefined) {
      const { quote, indent } = open;
      if (isClosedBy(line, quote)) open = undefined;
      return `${indent}${line}`;
    }
    const [, indent = '', quote, rest = ''] = /^([ -]*)[\w.$/][\w.$/-]*: +(['"])(.*)$/.exec(line) ?? [];
    if (quote !== undefined && !isClosedBy(rest, quote)) open = { quote, indent: `${' '.repeat(indent.length)} ` };
    return line;
  });
  return lines.join('\n');
}

/** Whether quoted text ends in a line: at a quote that isn't doubled, or has no backslash before it. */
function isClosedBy(line: string, quote: string): boolean {
  return line.replace(quote === "'" ? /''/g : /\\./g, '').includes(quote);
}

function flawlessDocuments(file: string, text: string): readonly Document[] | undefined {
  return flawlessYaml(text)?.map((value) => ({ root: new Place(file, value), problems: [] }));
}

function flawedDocuments(file: string, text: string): readonly Document[] {
  return flawedYaml(text).map(({ value, problems }) => ({ root: new Place(file, value), problems }));
}

function unreadable(file: string, kind: DocumentProblem['kind'], what: string): Document {
  return { root: new Place(file, undefined), problems: [{ kind, what }] };
}
