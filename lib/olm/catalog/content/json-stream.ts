import { deepestNesting } from '../../../yaml/index.ts';

/** Parses a text that is a sequence of JSON objects; undefined for any other text. */
export function jsonValues(text: string): readonly unknown[] | undefined {
  if (!text.trimStart().startsWith('{')) return undefined;
  const parts: string[] = [];
  let start = 0;
  let depth = 0;
  // A string is one token, since it may contain brackets.
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"?|[{}[\]]/gs)) {
    if (token.startsWith('"')) continue;
    depth += token === '{' || token === '[' ? 1 : -1;
    if (depth > deepestNesting) return undefined;
    if (depth > 0) continue;
    if (token === ']') return undefined;
    parts.push(text.slice(start, index + 1));
    start = index + 1;
  }
  return text.slice(start).trim() === '' ? parsed(parts) : undefined;
}

function parsed(parts: readonly string[]): readonly unknown[] | undefined {
  try {
    return parts.map((part): unknown => JSON.parse(part));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
