/**
 * Escapes untrusted text for Markdown within a line, so that it reads as written.
 *
 * Code in backticks stays code, strong text stays strong, and web addresses become links. All other markup of Markdown,
 * tables, HTML or the dialects of well-known hosts is escaped. Line breaks become spaces.
 */
export function inlineText(text: string): string {
  const line = textInOneLine(text);
  let markdown = '';
  let end = 0;
  for (const { 0: found, index, groups = {} } of line.matchAll(markup)) {
    markdown += escapedMarkdown(line.slice(end, index));
    end = index + found.length;
    if (groups.code !== undefined) markdown += inlineCode(groups.code);
    else if (groups.strong !== undefined) markdown += `**${inlineText(groups.strong)}**`;
    else {
      const url = groups.target ?? addressWithoutPunctuation(found);
      // After an exclamation mark it would be an image.
      markdown = markdown.replace(/!$/, '\\!') + markdownLink(escapedMarkdown(groups.label ?? url), url);
      if (groups.target === undefined) end = index + url.length;
    }
  }
  return markdown + escapedMarkdown(line.slice(end));
}

/** Returns text as code within a line; line breaks become spaces. */
export function inlineCode(text: string): string {
  const line = textInOneLine(text);
  // Inside of backticks no escapes exist, and tables split at each bar.
  return /^[^`|\s](?:[^`|]*[^`|\s])?$/.test(line) ? `\`${line}\`` : codeElement(line);
}

/** Returns text as code inside HTML, where Markdown isn't parsed. */
export function codeElement(text: string): string {
  return `<code>${textInOneLine(text).replace(/[\\`*_[\]{}<>|&~$]/g, htmlEntity)}</code>`;
}

/** Returns a link. @param label - Markdown. @param target - an address, used unchanged. */
export function markdownLink(label: string, target: string): string {
  return `[${label}](${target.replace(/[()<>\\|]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)})`;
}

const markup =
  /(?<!`)(?<fence>`+)(?!`)(?<code>.*?[^`])\k<fence>(?!`)|\[(?<label>[^[\]`]+)\]\((?<target>https?:\/\/[^\s()<>]+)\)|(?<![^\s(])\*\*(?<strong>[^\s*](?:[^*]*[^\s*])?)\*\*(?![^\s.,:;!?)])|\bhttps?:\/\/[^\s<>"'`|\\^{}[\]]+/g;

/**
 * Replaces all kinds of line breaks with spaces, and unprintable characters with a symbol. Removes characters that
 * change the writing direction.
 */
function textInOneLine(text: string): string {
  return text
    .replace(/[\u202A-\u202E\u2066-\u2069]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\p{Cs}]/gu, '\uFFFD')
    .trim();
}

function escapedMarkdown(text: string): string {
  return (
    text
      .replace(/[&<>|]/g, htmlEntity)
      .replace(/[\\`*[\]{}~]/g, '\\$&')
      .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
      // Hosts parse formulas between dollars, and emoji between colons.
      .replaceAll('$', '<span>$</span>')
      .replace(/:(?=[\w+-]+:)/g, '<span>:</span>')
  );
}

function htmlEntity(character: string): string {
  const names: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
  return names[character] ?? `&#${character.codePointAt(0)};`;
}

/** Removes punctuation after an address: the end of a sentence, or a parenthesis around it. */
function addressWithoutPunctuation(url: string): string {
  let unbalanced = url.split(')').length - url.split('(').length;
  let end = url.length;
  for (; end > 0; end -= 1) {
    const last = url.charAt(end - 1);
    if (last === ')' && unbalanced > 0) unbalanced -= 1;
    else if (!'.,;:!?*_~'.includes(last)) break;
  }
  return url.slice(0, end);
}
