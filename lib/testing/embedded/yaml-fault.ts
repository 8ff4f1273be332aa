// In: a YAML text, and the problem that our reader has with it. Out: the fault in the words of the API server's reader, where the same
// text has the same fault. Called when bodies are read.

/** Returns the fault of a text that our reader doesn't see; undefined for none. */
export function directiveFault(text: string): string | undefined {
  const [directive] = /^(?:[ \t]*(?:#.*)?\n)*%(?!YAML |TAG )/.exec(text) ?? [];
  return directive === undefined ? undefined : `${lineBefore(lineCount(directive))}found unknown directive name`;
}

/** The words of our reader → those of Go's. Others stay: Go's reader names another place, or less. */
const goFaults: readonly (readonly [form: RegExp, words: string])[] = [
  [/^it holds the control character/, 'control characters are not allowed'],
  [/^invalid escape sequence/, 'found unknown escape character'],
  [/^(?:plain value cannot start with|tabs are not allowed)/, 'found character that cannot start any token'],
  [/^nested mappings are not allowed/, 'mapping values are not allowed in this context'],
];

/** Returns the problem in Go's words. */
export function goYamlFault(what: string): string {
  const [, anchor] = /^unresolved alias .*: (\S+)$/.exec(what) ?? [];
  if (anchor !== undefined) return `unknown anchor '${anchor}' referenced`;
  const [, line = '1'] = / at line (\d+)/.exec(what) ?? [];
  const words = goFaults.find(([form]) => form.test(what))?.[1];
  return words === undefined ? what : `${lineBefore(Number(line))}${words}`;
}

/** Go's reader names no first line. */
function lineBefore(line: number): string {
  return line === 1 ? '' : `line ${line}: `;
}

function lineCount(text: string): number {
  return text.split('\n').length;
}
