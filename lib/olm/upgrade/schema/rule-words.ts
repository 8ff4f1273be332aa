/** Raw literals, in which a backslash has no special meaning; other literals; comments; words; and operators. */
const parts = [
  /[bB]?[rR](?:'''[\s\S]*?(?:'''|$)|"""[\s\S]*?(?:"""|$)|'[^'\n]*'?|"[^"\n]*"?)/,
  /'''(?:\\[\s\S]|[^\\])*?(?:'''|\\?$)|"""(?:\\[\s\S]|[^\\])*?(?:"""|\\?$)|'(?:\\.|[^'\\\n])*'?|"(?:\\.|[^"\\\n])*"?/,
  /\/\/[^\n]*/,
  /\w+|[^\s\w]/,
];
const part = new RegExp(parts.map(({ source }) => source).join('|'), 'g');

/**
 * Returns the literals, words and operators of a CEL rule, in their order: without comments, and without spaces outside
 * of literals.
 */
export function ruleParts(rule: string): readonly string[] {
  return (rule.match(part) ?? []).filter((word) => !word.startsWith('//'));
}

/** Returns the text of a CEL rule without comments, and without spaces outside of literals. */
export function ruleText(rule: string): string {
  return ruleParts(rule).join(' ');
}
