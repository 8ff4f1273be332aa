// In: the bytes or the text of a YAML or JSON file. Out: its documents, parsed as Kubernetes' own readers do, with the
// problems of each. Called wherever YAML is read: bundles, catalogs, kubeconfigs, cdk8s.yaml.

import { flawedYaml } from './flawed-yaml.ts';
import { flawlessYaml } from './flawless-yaml.ts';
import { nestingProblem, tooDeep } from './nesting.ts';
import type { DocumentProblem, ParsedDocument } from './parsed-document.ts';

/** Characters that YAML readers reject everywhere: control characters except tabs and line breaks. */
const controlCharacter = /[^\P{Cc}\t\n\r\u0085]/u;

/**
 * Returns the documents of a file, without empty ones.
 *
 * Parses YAML 1.1 as Go's readers do: a bare `yes` or `n` is a boolean, `017` is 15, and times are text, as are numbers
 * beyond a double. Infinities and NaN are syntax errors. The last value of a duplicate key counts, also that of a merge
 * key. Text from an attacker takes neither the stack nor the memory: aliases that expand too far, and values nested
 * deeper than {@link deepestNesting} levels, are syntax errors.
 *
 * @see https://github.com/kubernetes-sigs/yaml
 */
export function parsedYaml(content: Uint8Array | string): readonly ParsedDocument[] {
  const text = typeof content === 'string' ? content : utf8TextOf(content);
  if (text === undefined) return [unreadableDocument('encoding', 'it is not text in UTF-8')];
  const [character] = controlCharacter.exec(text) ?? [];
  if (character !== undefined) {
    const code = character.charCodeAt(0).toString(16).padStart(4, '0');
    return [unreadableDocument('encoding', `it holds the control character U+${code}`)];
  }
  return readDocuments(text).map((document) => {
    const problem = nestingProblem(document.value);
    return problem === undefined ? document : unreadableDocument('syntax', problem);
  });
}

function readDocuments(text: string): readonly ParsedDocument[] {
  try {
    const values = jsonDocument(text) ?? flawlessYaml(text) ?? flawlessYaml(withQuotesIndented(text));
    return values?.map((value) => ({ value, problems: [] })) ?? flawedYaml(text);
  } catch (error) {
    // Parsers exceed their stack.
    if (error instanceof RangeError) return [unreadableDocument('syntax', tooDeep)];
    throw error;
  }
}

function utf8TextOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Returns the document of a JSON file; undefined if it isn't JSON. */
function jsonDocument(text: string): readonly unknown[] | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return [value];
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

function unreadableDocument(kind: DocumentProblem['kind'], what: string): ParsedDocument {
  return { value: undefined, problems: [{ kind, what }] };
}
