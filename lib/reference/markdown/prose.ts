import { codeFence } from './block.ts';
import { inlineCode, inlineText } from './inline.ts';

type Block =
  | { readonly form: 'paragraph'; text: string }
  | { readonly form: 'item'; readonly marker: string; text: string }
  | { readonly form: 'code'; readonly lines: string[] };

/** Converts a description to paragraphs, lists and code, separated by blank lines; empty for none. */
export function proseParagraphs(text: string | undefined): string {
  return proseBlocks(text).reduce((before, block, index, all) => {
    const isInList = block.form === 'item' && all[index - 1]?.form === 'item';
    return `${before}${index === 0 ? '' : isInList ? '\n' : '\n\n'}${blockText(block)}`;
  }, '');
}

function blockText(block: Block): string {
  if (block.form === 'code') return codeFence(block.lines.join('\n'), '');
  const line = guardedLineStart(inlineText(block.text));
  return block.form === 'item' ? `${block.marker} ${line}` : line;
}

/** Converts a description to one line for a cell of a table; empty for none. */
export function cellText(text: string | undefined): string {
  return proseBlocks(text)
    .map((block, index) => {
      const before = index === 0 ? '' : block.form === 'item' ? '<br/>' : '<br/><br/>';
      if (block.form === 'code') return before + block.lines.map((line) => inlineCode(line.trim())).join('<br/>');
      if (block.form === 'paragraph') return before + inlineText(block.text);
      return `${before}${block.marker === '-' ? '•' : block.marker} ${inlineText(block.text)}`;
    })
    .join('');
}

/** Joins lines that were only wrapped. Keeps blank lines, list items, fences and deep indentation. */
function proseBlocks(text = ''): readonly Block[] {
  const found: Block[] = [];
  let open: Block | undefined;
  let isFenced = false;
  const begin = (block: Block) => {
    found.push(block);
    open = block;
  };
  for (const line of text.split(/\r\n|[\n\r\u2028\u2029]/)) {
    const { marker, rest } = /^\s*(?<marker>[-*\u2022+]|\d{1,3}[.)])\s+(?<rest>\S.*)$/.exec(line)?.groups ?? {};
    if (/^\s*(?:```|~~~)/.test(line)) {
      isFenced = !isFenced;
      open = undefined;
    } else if (isFenced || (/^(?:\t| {4,})\S/.test(line) && (open === undefined || open.form === 'code'))) {
      if (open?.form !== 'code') begin({ form: 'code', lines: [] });
      if (open?.form === 'code') open.lines.push(line);
    } else if (line.trim() === '') {
      open = undefined;
    } else if (marker !== undefined && rest !== undefined) {
      begin({ form: 'item', marker: /^\d/.test(marker) ? marker : '-', text: rest });
    } else if (open === undefined || open.form === 'code') {
      begin({ form: 'paragraph', text: line });
    } else {
      open.text += `\n${line}`;
    }
  }
  return found;
}

/** Escapes markup at the start of a line that would begin a list, a heading or a quotation. */
function guardedLineStart(markdown: string): string {
  return markdown.replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2').replace(/^[-+#=]/, '\\$&');
}
