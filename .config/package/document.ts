// Copies the documents of the repository into the package `operand`, with links only between them. Called by
// `library-package.ts`.

import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';

/** Returns the documents of the package, with their pictures: path → text. */
export async function publishedDocuments(root: string): Promise<ReadonlyMap<string, string>> {
  const sources = globSync(['{,docs/,docs/api/,lib/}*.md', 'docs/*.svg'], {
    cwd: root,
    exclude: ['docs/CONTRIBUTING.md'],
  });
  const published = new Set(sources.map(publishedPath));
  return new Map(
    await Promise.all(
      sources.map(async (source) => {
        const text = await readFile(join(root, source), 'utf8');
        return [publishedPath(source), withInnerLinks(source, text, published)] as const;
      }),
    ),
  );
}

/** The package has the content of lib/ at its top. */
function publishedPath(path: string): string {
  return path.replace(/^lib\//, '');
}

/** Returns the text of a document; links to other files of the repository become plain text, and screenshots are left out. */
function withInnerLinks(source: string, text: string, published: ReadonlySet<string>): string {
  return text
    .replaceAll(/<picture>.*?<\/picture>\n\n/gs, '')
    .replaceAll(
      /\[(?<title>[^\]]+)\]\((?<path>[^)#:]+)(?<anchor>#[^)]*)?\)/g,
      (_, title: string, path: string, anchor = '') => {
        const target = publishedPath(posix.join(posix.dirname(source), path));
        if (!published.has(target)) return title;
        return `[${title}](${posix.relative(posix.dirname(publishedPath(source)), target)}${anchor})`;
      },
    );
}
