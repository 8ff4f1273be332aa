/** Raw literals, in which a backslash is one; other literals; comments; words; and signs. */
const parts = [
  /[bB]?[rR](?:'''[\s\S]*?(?:'''|$)|"""[\s\S]*?(?:"""|$)|'[^'\n]*'?|"[^"\n]*"?)/,
  /'''(?:\\[\s\S]|[^\\])*?(?:'''|\\?$)|"""(?:\\[\s\S]|[^\\])*?(?:"""|\\?$)|'(?:\\.|[^'\\\n])*'?|"(?:\\.|[^"\\\n])*"?/,
  /\/\/[^\n]*/,
  /\w+|[^\s\w]/,
];
const part = new RegExp(parts.map(({ source }) => source).join('|'), 'g');

/** The literals, words and signs of a rule in CEL, in their order: without comments, and without spaces outside of literals. */
export function ruleParts(rule: string): readonly string[] {
  return (rule.match(part) ?? []).filter((word) => !word.startsWith('//'));
}

/** What a rule in CEL says: the same for rules that differ in nothing but comments, and in spaces outside of literals. */
export function ruleWords(rule: string): string {
  return ruleParts(rule).join(' ');
}
