// In: a file's text. Out: its documents, and the problems of each. Called if `flawlessYaml` fails.

import { createRequire } from 'node:module';
import type * as Yaml from 'yaml';
import type { DocumentProblem, ParsedDocument } from './parsed-document.ts';

/** The types of YAML 1.1 that Kubernetes' readers leave as text. */
const unread: ReadonlySet<string> = new Set(['intTime', 'floatTime', 'timestamp', 'binary', 'omap', 'pairs', 'set']);

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
    customTags: (tags) => tags.filter((tag) => typeof tag === 'string' || !unread.has(tagName(tag.tag))),
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
  const syntax = problems.find(({ kind }) => kind === 'syntax');
  if (syntax !== undefined) return { value: undefined, problems: [syntax] };
  try {
    return { value: document.toJS(), problems };
  } catch (error) {
    // Nested aliases can expand beyond the available memory.
    const what = parserMessage(error instanceof Error ? error.message : String(error));
    return { value: undefined, problems: [{ kind: 'syntax', what }] };
  }
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
