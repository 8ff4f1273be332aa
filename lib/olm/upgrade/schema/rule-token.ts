/**
 * Returns the tokens of a CEL rule, in their order: its literals, words and operators, without comments and spaces.
 */
export function ruleTokens(rule: string): readonly string[] {
  return (rule.match(token) ?? []).filter((text) => !text.startsWith('//'));
}

/** Returns the tokens of a CEL rule as text: without comments, and without spaces of its own outside of literals. */
export function normalizedRule(rule: string): string {
  return ruleTokens(rule).join(' ');
}

/** Raw literals, in which a backslash has no special meaning; other literals; comments; words; and operators. */
const token = new RegExp(
  [
    /[bB]?[rR](?:'''[\s\S]*?(?:'''|$)|"""[\s\S]*?(?:"""|$)|'[^'\n]*'?|"[^"\n]*"?)/,
    /'''(?:\\[\s\S]|[^\\])*?(?:'''|\\?$)|"""(?:\\[\s\S]|[^\\])*?(?:"""|\\?$)|'(?:\\.|[^'\\\n])*'?|"(?:\\.|[^"\\\n])*"?/,
    /\/\/[^\n]*/,
    /\w+|[^\s\w]/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);
