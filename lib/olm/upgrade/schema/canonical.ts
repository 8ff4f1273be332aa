import { isJsonObject } from '../../../schema/index.ts';

/** What only tells people something. */
const words: ReadonlySet<string> = new Set(['description', 'title', 'example', 'externalDocs']);

/** A schema as text: equal for schemas that take the same in the same words, whatever they tell people. */
export function canonical(schema: unknown): string {
  return JSON.stringify(ordered(schema));
}

function ordered(value: unknown, isOfNames = false): unknown {
  if (Array.isArray(value)) return value.map((item) => ordered(item));
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value)
    .filter(([name]) => isOfNames || !words.has(name))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, each]) => [name, ordered(each, name === 'properties' && !isOfNames)] as const);
  return Object.fromEntries(entries);
}
