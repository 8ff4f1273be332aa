// In: the bytes of a YAML or JSON file. Out: its documents, parsed as Kubernetes' own readers do. Called by
// BundleContent for each file that holds documents.

import type { DocumentProblem } from './document-problem.ts';
import { flawedYaml } from './flawed-yaml.ts';
import { flawlessYaml } from './flawless-yaml.ts';
import { nestingProblem, tooDeep } from './nesting.ts';
import { Place } from './place.ts';

/** One document of a file. */
export interface Document {
  /** The root value; absent if the document can't be read. */
  readonly root: Place;
  /** The problems that readers have with the document. */
  readonly problems: readonly DocumentProblem[];
}

/** Characters that YAML readers reject everywhere: control characters except tabs and line breaks. */
const controlCharacter = /[^\P{Cc}\t\n\r\u0085]/u;

/**
 * Returns the documents of a file, without empty ones.
 *
 * Parses YAML 1.1 as Go's readers do: a bare `yes` or `n` is a boolean, `017` is 15, and times are text. The last value
 * of a duplicate key counts.
 *
 * @see https://github.com/kubernetes-sigs/yaml
 * @example
 * const [first] = documents('metadata/annotations.yaml', Buffer.from('annotations: { generated: yes }'));
 * first?.root.at('annotations', 'generated').value; // true: `yes` is a boolean in YAML 1.1
 */
export function documents(file: string, bytes: Uint8Array): readonly Document[] {
  const text = decoded(bytes);
  if (text === undefined) return [unreadable(file, 'encoding', 'it is not text in UTF-8')];
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
    // Parsers exceed their stack.
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

/** Returns the document of a JSON file; undefined if it isn't JSON. */
function jsonDocument(file: string, text: string): readonly Document[] | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  try {
    return [{ root: new Place(file, JSON.parse(text)), problems: [] }];
  } catch {
    return undefined;
  }
}

/**
 * Indents the continuation lines of quoted text. YAML requires them deeper than the key, Go's readers don't; the depth
 * has no meaning.
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

/** Returns true if quoted text ends in a line: at a quote that isn't doubled, or has no backslash before it. */
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
