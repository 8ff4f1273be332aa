// In: a file's text. Out: its documents, and what is wrong with each.
// Called where `flawlessYaml` gives up.

import { createRequire } from 'node:module';
import type * as Yaml from 'yaml';
import type { DocumentProblem } from './document-problem.ts';

/** One document of a text. */
export interface FlawedDocument {
  /** Undefined if it can't be read. */
  readonly value: unknown;
  readonly problems: readonly DocumentProblem[];
}

/** What YAML 1.1 knows, and Kubernetes' readers leave as text. */
const unread: ReadonlySet<string> = new Set(['intTime', 'floatTime', 'timestamp', 'binary', 'omap', 'pairs', 'set']);

/** `operand build` looks for this line, so that what is required is in the bundle. */
const require: (name: 'yaml') => typeof Yaml = createRequire(import.meta.url);

/**
 * The documents of text that something is wrong with, or that has aliases; empty ones left out.
 *
 * Slow, and with an eye for flaws. Its parser is of many files, and loaded with the first text that needs it: most programs
 * never meet one. Scalars are what they are to Kubernetes' own readers: see {@link documents}.
 */
export function flawedYaml(text: string): readonly FlawedDocument[] {
  const { parseAllDocuments } = require('yaml');
  const parsed = parseAllDocuments(text, {
    version: '1.1',
    merge: true,
    customTags: (tags) => tags.filter((tag) => typeof tag === 'string' || !unread.has(tagName(tag.tag))),
    prettyErrors: true,
  });
  return parsed.filter(({ contents, errors }) => contents !== null || errors.length > 0).map(flawedDocument);
}

function flawedDocument(document: Yaml.Document): FlawedDocument {
  const problems = document.errors.map(
    ({ code, message }): DocumentProblem => ({
      kind: code === 'DUPLICATE_KEY' ? 'duplicate-key' : 'syntax',
      what: inWords(message),
    }),
  );
  const syntax = problems.find(({ kind }) => kind === 'syntax');
  if (syntax !== undefined) return { value: undefined, problems: [syntax] };
  try {
    return { value: document.toJS(), problems };
  } catch (error) {
    // Aliases of aliases of aliases, which would take all memory there is.
    const what = inWords(error instanceof Error ? error.message : String(error));
    return { value: undefined, problems: [{ kind: 'syntax', what }] };
  }
}

/** The first line of a parser's message, as a part of a sentence. */
function inWords(message: string): string {
  const [line = message] = message.split('\n', 1);
  return line.replace(/:$/, '').replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
}

function tagName(tag: string): string {
  return tag.slice(tag.lastIndexOf(':') + 1);
}
