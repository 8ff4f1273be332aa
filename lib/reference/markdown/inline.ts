/**
 * Text that anybody may have written, as Markdown for a place within a line: it reads as it was written.
 *
 * Code in backticks stays code, what is strong stays strong, addresses and links of the web become links; all else that
 * Markdown, tables, HTML or the dialects of well-known hosts would take for markup is escaped. Line breaks are spaces.
 */
export function inlineText(text: string): string {
  const line = oneLine(text);
  let markdown = '';
  let end = 0;
  for (const { 0: found, index, groups = {} } of line.matchAll(markup)) {
    markdown += escaped(line.slice(end, index));
    end = index + found.length;
    if (groups.code !== undefined) markdown += code(groups.code);
    else if (groups.strong !== undefined) markdown += `**${inlineText(groups.strong)}**`;
    else {
      const url = groups.target ?? withoutPunctuation(found);
      // Behind an exclamation mark it would be a picture.
      markdown = markdown.replace(/!$/, '\\!') + link(escaped(groups.label ?? url), url);
      if (groups.target === undefined) end = index + url.length;
    }
  }
  return markdown + escaped(line.slice(end));
}

/** Text as code within a line; line breaks are spaces. */
export function code(text: string): string {
  const line = oneLine(text);
  // Inside of backticks nothing can be escaped, and tables split at each bar.
  return /^[^`|\s](?:[^`|]*[^`|\s])?$/.test(line) ? `\`${line}\`` : codeElement(line);
}

/** The same where Markdown isn't read: in the midst of HTML. */
export function codeElement(text: string): string {
  return `<code>${oneLine(text).replace(/[\\`*_[\]{}<>|&~$]/g, entity)}</code>`;
}

/** A link. @param label - Markdown @param target - an address, as it is */
export function link(label: string, target: string): string {
  return `[${label}](${target.replace(/[()<>\\|]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)})`;
}

const markup =
  /(?<!`)(?<fence>`+)(?!`)(?<code>.*?[^`])\k<fence>(?!`)|\[(?<label>[^[\]`]+)\]\((?<target>https?:\/\/[^\s()<>]+)\)|(?<![^\s(])\*\*(?<strong>[^\s*](?:[^*]*[^\s*])?)\*\*(?![^\s.,:;!?)])|\bhttps?:\/\/[^\s<>"'`|\\^{}[\]]+/g;

/**
 * Line breaks, also those that only some know, become spaces; what can't be shown becomes the sign for that; what would turn
 * the direction of writing is left out.
 */
function oneLine(text: string): string {
  return text
    .replace(/[\u202A-\u202E\u2066-\u2069]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\p{Cs}]/gu, '\uFFFD')
    .trim();
}

function escaped(text: string): string {
  return (
    text
      .replace(/[&<>|]/g, entity)
      .replace(/[\\`*[\]{}~]/g, '\\$&')
      .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
      // Between dollars hosts look for formulas, between colons for pictures.
      .replaceAll('$', '<span>$</span>')
      .replace(/:(?=[\w+-]+:)/g, '<span>:</span>')
  );
}

function entity(character: string): string {
  const names: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
  return names[character] ?? `&#${character.codePointAt(0)};`;
}

/** What ends a sentence, or a parenthesis around the address, is no part of it. */
function withoutPunctuation(url: string): string {
  let unbalanced = url.split(')').length - url.split('(').length;
  let end = url.length;
  for (; end > 0; end -= 1) {
    const last = url.charAt(end - 1);
    if (last === ')' && unbalanced > 0) unbalanced -= 1;
    else if (!'.,;:!?*_~'.includes(last)) break;
  }
  return url.slice(0, end);
}
