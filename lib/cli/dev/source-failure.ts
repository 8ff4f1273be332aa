import { fileURLToPath } from 'node:url';
import { Failure } from '../failure.ts';

/** Throws the failure of loading sources; that of a syntax error shows the line. */
export function throwSourceFailure(error: unknown): never {
  if (!(error instanceof SyntaxError) || error.stack === undefined) throw error;
  // Node puts the line in front of the stack.
  const [line = ''] = error.stack.split(`\n${error.name}`);
  const place = line.trimEnd().replace(/^file:\S+(?=:\d+$)/m, (url) => fileURLToPath(url));
  throw new Failure(`the sources can't be loaded: ${error.message}\n${place}`, { cause: error });
}
