import { isJsonObject } from '../schema/index.ts';

/** The maximum depth of a value: deeper than real documents, and far from a stack overflow. */
export const deepestNesting = 1000;

/** Returns why a value can't be traversed: it contains itself, or is nested too deep; undefined if it can. */
export function nestingProblem(value: unknown): string | undefined {
  return problemBelow(value, new Set());
}

function problemBelow(value: unknown, above: Set<unknown>): string | undefined {
  if (!Array.isArray(value) && !isJsonObject(value)) return undefined;
  if (above.has(value)) return 'an alias refers to a value that contains it';
  if (above.size >= deepestNesting) return tooDeep;
  above.add(value);
  for (const inner of Object.values(value)) {
    const problem = problemBelow(inner, above);
    if (problem !== undefined) return problem;
  }
  above.delete(value);
  return undefined;
}

/** The message for a value that is nested too deep. */
export const tooDeep = `it is nested deeper than ${deepestNesting} levels`;
