// Puts the code of tested files into the documents: each block stands below a comment that names its file, or, as
// `<!-- in path -->`, the file that it is an excerpt of. Imports from an app are shown as if the app lay beside the file, so
// that readers can paste both blocks into one folder. Also writes the page about the rules for bundles, and two tables: the CEL
// forms that only the API server evaluates, and Kubernetes' own conformance tests. Run by `npm run docs`; a test fails while a
// document is out of date.

import { readFileSync, writeFileSync } from 'node:fs';
import { unevaluableForms } from '../lib/schema/index.ts';
import { bundleRulesFile, bundleRulesPage } from './bundle-rules.ts';
import { conformancePage, withConformanceTable } from './conformance-table.ts';
import { graphPictures } from './graph-picture.ts';

/** The documents with code blocks, relative to the repository's root. */
export const documents = [
  'README.md',
  'docs/first-operator.md',
  'docs/writing-an-operator.md',
  'docs/patterns.md',
  'docs/growing-an-api.md',
  'docs/running-an-operator.md',
  'docs/publishing-an-operator.md',
  'docs/sharing-constructs.md',
  'docs/testing-an-operator.md',
  'docs/migrating.md',
  'apps/database/README.md',
  'apps/database-backup/README.md',
  'apps/memcached/README.md',
  'apps/postgresql-cluster/README.md',
  'apps/sample-db/README.md',
];

const block = /<!-- (?<path>\S+\.\w+) -->\n```(?<language>\w+)\n.*?```\n/gs;
const wayToApp = /'(?:\.\.\/)+apps\/\w+\//g;
const table = /<!-- unevaluable -->\n(?:\|.*\n)*/g;

/** Returns a document with the current text of each block and table. */
export function withCurrentCode(markdown: string, read: (path: string) => string): string {
  return markdown
    .replace(block, (_, path: string, language: string) => {
      return `<!-- ${path} -->\n\`\`\`${language}\n${read(path).replaceAll(wayToApp, "'./")}\`\`\`\n`;
    })
    .replace(table, `<!-- unevaluable -->\n${unevaluableTable()}`);
}

const anyBlock = /(?:<!-- (?<excerpt>in )?(?<path>\S+\.\w+) -->\n)?^```(?<language>\w*)\n(?<code>.*?)^```$/gms;

/** The languages of commands, their output, and pictures: these blocks are no code of files. */
const otherLanguages = new Set(['', 'console', 'mermaid', 'sh']);

/** Returns the blocks of a document whose code isn't in a file, neither as a whole nor as an excerpt. */
export function unfiledBlocks(markdown: string, read: (path: string) => string): string[] {
  return [...markdown.matchAll(anyBlock)].flatMap(([, excerpt, path, language = '', code = '']) => {
    if (otherLanguages.has(language)) return [];
    const isFiled = path !== undefined && (excerpt === undefined || isExcerpt(code, read(path)));
    return isFiled ? [] : [code];
  });
}

/**
 * Returns true if a file has the lines of an excerpt in their order, a line `…` for those left out. Indentation and the
 * frame of doc comments don't count.
 */
function isExcerpt(code: string, file: string): boolean {
  const lines = bareLines(file);
  let end = 0;
  return code.split(/^\s*(?:\/\/ )?…$/m).every((part) => {
    const wanted = bareLines(part);
    const start = lines.findIndex((_, index) => index >= end && wanted.every((line, at) => lines[index + at] === line));
    end = start + wanted.length;
    return start >= 0;
  });
}

function bareLines(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim().replace(/^\*\s+/, ''))
    .filter((line) => line !== '' && line !== '*');
}

function unevaluableTable(): string {
  const rows = unevaluableForms.map(({ form, reason }) => `| ${form.replaceAll(/[<|]/g, '\\$&')} | ${reason} |`);
  return ['| left to the API server | because |', '|---|---|', ...rows].map((row) => `${row}\n`).join('');
}

if (import.meta.main) {
  writeFileSync(bundleRulesFile, bundleRulesPage());
  for (const [path, picture] of graphPictures()) writeFileSync(path, picture);
  writeFileSync(conformancePage, withConformanceTable(readFileSync(conformancePage, 'utf8')));
  for (const document of documents) {
    const text = readFileSync(document, 'utf8');
    writeFileSync(
      document,
      withCurrentCode(text, (path) => readFileSync(path, 'utf8')),
    );
  }
}
