import { isJsonObject } from '../../api/index.ts';

/** Deeper than people and tools nest anything, and far from where programs that follow it run out of their stack. */
export const deepestNesting = 1000;

/** Why a value can't be followed to its end: it holds itself, or is nested too deep; undefined if it can. */
export function nestingProblem(value: unknown): string | undefined {
  return problemBelow(value, new Set());
}

function problemBelow(value: unknown, above: Set<unknown>): string | undefined {
  if (!Array.isArray(value) && !isJsonObject(value)) return undefined;
  if (above.has(value)) return 'an alias stands for what it is a part of';
  if (above.size >= deepestNesting) return tooDeep;
  above.add(value);
  for (const inner of Object.values(value)) {
    const problem = problemBelow(inner, above);
    if (problem !== undefined) return problem;
  }
  above.delete(value);
  return undefined;
}

/** What is said of a value that is nested too deep. */
export const tooDeep = `it is nested deeper than ${deepestNesting} levels`;
