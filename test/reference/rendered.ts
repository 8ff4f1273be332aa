import { marked } from 'marked';

/** Renders Markdown as HTML, as code hosts do. */
export function html(markdown: string): string {
  return marked.parse(markdown, { async: false, gfm: true });
}

/** Returns the visible text of Markdown: without tags, with single blanks. */
export function readText(markdown: string): string {
  return textOf(html(markdown));
}

/** Returns the visible text of HTML. */
export function textOf(page: string): string {
  return page
    .replace(/<br\/?>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&#(\d+);/g, (_, number: string) => String.fromCodePoint(Number(number)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Returns the names of all tags of a page, each once. */
export function tags(markdown: string): string[] {
  const names = [...html(markdown).matchAll(/<([a-z][a-z0-9]*)/gi)].map(([, name = '']) => name);
  return [...new Set(names)].toSorted();
}

/** Returns the rows of all tables of a page, with the visible text of each cell. */
export function rows(markdown: string): string[][] {
  const [, ...parts] = html(markdown).split('<tbody>');
  return parts.flatMap((part) => {
    const [body = ''] = part.split('</tbody>', 1);
    return [...body.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) => {
      return [...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell = '']) => textOf(cell));
    });
  });
}
