import type { JsonValue } from '../../api/index.ts';
import { parsedYaml } from '../../yaml/index.ts';
import { directiveFault, goYamlFault } from './yaml-fault.ts';

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
