// In: a document of the repository. Out: its page, with links that work in the site. Called by `writeSiteSource`.

import { posix } from 'node:path';
import { sitePath } from './navigation.ts';

/** A document as a page, and the files to which it links, from the repository's root. */
interface SiteDocument {
  readonly text: string;
  readonly pictures: readonly string[];
  /** Files of code. */
  readonly sources: readonly string[];
}

/** A link or a picture, also in HTML; matches in code lead to no file. */
const link = /(?<start>!?\[[^\]]*\]\(|\bsrc(?:set)?=")(?<target>[^)"#:\s]+)(?=[)"#])/g;

/** The link in the heading of a nested field: the search of the site takes the first link of a heading for its anchor. */
const linkUpwards = / \[↑\]\(#[^)]*\)/g;

/** Returns the page of a document: links lead to the pages of documents, and to pages that show other files. */
export function siteDocument(document: string, text: string, exists: (file: string) => boolean): SiteDocument {
  const [pictures, sources] = [new Set<string>(), new Set<string>()];
  const page = text.replaceAll(linkUpwards, '').replaceAll(link, (whole, start: string, target: string) => {
    const file = posix.join(posix.dirname(document), target);
    if (!exists(file)) return whole;
    if (isPicture(start)) pictures.add(file);
    else if (!file.endsWith('.md')) sources.add(file);
    return `${start}/${linkedPath(file, start)}`;
  });
  return { text: page, pictures: [...pictures], sources: [...sources] };
}

/** Returns the page that shows a file of code. */
export function sourcePath(file: string): string {
  return `source/${file}.md`;
}

function isPicture(start: string): boolean {
  return /^(?:!|src)/.test(start);
}

function linkedPath(file: string, start: string): string {
  if (isPicture(start)) return file;
  return file.endsWith('.md') ? sitePath(file) : sourcePath(file);
}
