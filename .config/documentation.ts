// Puts the code of tested files into the documents that show it: a block stands below a comment that names its file.
// Run by `npm run docs`; a test fails while a document is out of date.

import { readFileSync, writeFileSync } from 'node:fs';

/** The documents with code in them, from the repository's root. */
export const documents = ['README.md', 'docs/writing-an-operator.md'];

const block = /<!-- (?<path>\S+) -->\n```(?<language>\w+)\n.*?```\n/gs;

/** A document with each block as its file is now. */
export function withCurrentCode(markdown: string, read: (path: string) => string): string {
  return markdown.replace(block, (_, path: string, language: string) => {
    return `<!-- ${path} -->\n\`\`\`${language}\n${read(path)}\`\`\`\n`;
  });
}

if (import.meta.main) {
  for (const document of documents) {
    const text = readFileSync(document, 'utf8');
    writeFileSync(
      document,
      withCurrentCode(text, (path) => readFileSync(path, 'utf8')),
    );
  }
}
