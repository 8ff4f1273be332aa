import type { JsonValue } from '../../api/index.ts';
import { parsedYaml } from '../../yaml/index.ts';

/** Returns the value of a JSON text. @throws SyntaxError if it isn't one. */
export function parsedJson(text: string): JsonValue {
  return JSON.parse(text) as JsonValue;
}

/** Returns the value of a JSON text; undefined if it isn't one. */
export function readableJson(text: string): JsonValue | undefined {
  try {
    return parsedJson(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Returns the value of the first document of a YAML text, null for an empty one. @throws SyntaxError if it isn't YAML. */
export function yamlBody(text: string): JsonValue {
  const directive = directiveFault(text);
  if (directive !== undefined) throw new SyntaxError(directive);
  const [document] = parsedYaml(text);
  const fault = document?.problems.find(({ kind }) => kind !== 'duplicate-key');
  if (fault !== undefined) throw new SyntaxError(goYamlFault(fault.what));
  return (document?.value ?? null) as JsonValue;
}

/** Returns JSON with the escapes of Go's encoder. */
export function goEscaped(json: string): string {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return json.replace(/[<>&\u2028\u2029]/g, escaped);
}

/** Returns the fault of a text that our reader doesn't see; undefined for none. */
function directiveFault(text: string): string | undefined {
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
function goYamlFault(what: string): string {
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
