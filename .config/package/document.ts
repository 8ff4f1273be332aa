// In come the documents of the repository, out go those of the package `operand`, whose links stay within it. Called by
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

/** What lies in lib/ lies at the top of the package. */
function publishedPath(path: string): string {
  return path.replace(/^lib\//, '');
}

/** Returns the text of a document, in which links to other files of the repository are their text alone. */
function withInnerLinks(source: string, text: string, published: ReadonlySet<string>): string {
  return text.replaceAll(
    /\[(?<title>[^\]]+)\]\((?<path>[^)#:]+)(?<anchor>#[^)]*)?\)/g,
    (_, title: string, path: string, anchor = '') => {
      const target = publishedPath(posix.join(posix.dirname(source), path));
      if (!published.has(target)) return title;
      return `[${title}](${posix.relative(posix.dirname(publishedPath(source)), target)}${anchor})`;
    },
  );
}
