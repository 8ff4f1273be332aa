// In: the directory of a built site. Out: its links that lead nowhere, also those to a place of a page, which the generator
// doesn't check. Called by `buildSite`.

import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the dead links of all pages: `page: link`, sorted. */
export function deadLinks(directory: string, base: string): string[] {
  const pages = globSync('**/*.html', { cwd: directory }).map((path) => path.replaceAll('\\', '/'));
  const places = new Map(pages.map((page) => [page, pagePlaces(readFileSync(join(directory, page), 'utf8'))]));
  return pages.flatMap((page) => deadOf(page)).sort();

  function deadOf(page: string): string[] {
    const { links } = places.get(page) ?? { links: [] };
    return links.filter((link) => !isLive(page, link)).map((link) => `${page}: ${link}`);
  }

  /** Returns true for links to other hosts, to files, and to places that exist. */
  function isLive(page: string, link: string): boolean {
    const url = new URL(link, `http://site${base}${page}`);
    if (url.host !== 'site' || !url.pathname.startsWith(base)) return true;
    const path = decodeURIComponent(url.pathname.slice(base.length));
    const file = path === '' || path.endsWith('/') ? `${path}index.html` : path;
    const target = places.get(file);
    if (target === undefined) return existsSync(join(directory, file));
    return url.hash === '' || target.ids.has(decodeURIComponent(url.hash.slice(1)));
  }
}

function pagePlaces(html: string): { readonly links: readonly string[]; readonly ids: ReadonlySet<string> } {
  const all = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, value = '']) => value.replaceAll('&amp;', '&'));
  return { links: all(/\s(?:href|src)="([^"]*)"/g), ids: new Set(all(/\sid="([^"]*)"/g)) };
}
