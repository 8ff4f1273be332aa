import { marked } from 'marked';

/** The HTML that hosts make of Markdown. */
export function html(markdown: string): string {
  return marked.parse(markdown, { async: false, gfm: true });
}

/** What people read of Markdown: no tags, blanks as one. */
export function readText(markdown: string): string {
  return textOf(html(markdown));
}

/** What people read of HTML. */
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

/** The names of all tags of a page, each once. */
export function tags(markdown: string): string[] {
  const names = [...html(markdown).matchAll(/<([a-z][a-z0-9]*)/gi)].map(([, name = '']) => name);
  return [...new Set(names)].toSorted();
}

/** The rows of all tables of a page, each as what people read in its cells. */
export function rows(markdown: string): string[][] {
  const [, ...parts] = html(markdown).split('<tbody>');
  return parts.flatMap((part) => {
    const [body = ''] = part.split('</tbody>', 1);
    return [...body.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) => {
      return [...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell = '']) => textOf(cell));
    });
  });
}
