import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The directory of the library itself. */
const library = fileURLToPath(new URL('../../', import.meta.url));

/** Further frames add no information. */
const mostFrames = 5;

/**
 * Returns the places of a programming error in the author's own files: lines such as `    at labelled (app.ts:9:75)`,
 * the innermost first, with paths relative to the working directory. Empty for errors of the library with a code, whose
 * message has a remedy, and for errors without a frame in the author's files.
 */
export function userFrames(error: unknown): readonly string[] {
  if (!(error instanceof Error)) return [];
  const frames = 'code' in error ? [] : framesOf(error);
  return frames.length > 0 ? frames : userFrames(error.cause);
}

function framesOf({ stack = '', message }: Error): readonly string[] {
  const begin = stack.indexOf(message) + message.length;
  return stack
    .slice(begin)
    .split('\n')
    .filter((line) => /^ {4}at /.test(line) && !/\(?node:|[\\/]node_modules[\\/]/.test(line))
    .map((line) => line.replace(/file:\/\/[^\s:]+/, (url) => fileURLToPath(url)))
    .filter((line) => !line.includes(library))
    .map((line) =>
      line.replace(/(\(|at |at async )(\/[^:]+)/, (_, before: string, path: string) => before + relative('', path)),
    )
    .slice(0, mostFrames);
}
