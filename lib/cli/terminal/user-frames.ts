import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The directory of the library itself. */
const library = fileURLToPath(new URL('../../', import.meta.url));

/** More say nothing that the first ones don't. */
const mostFrames = 5;

/**
 * The places in the author's own files from which a programming error comes: lines such as `    at labelled (app.ts:9:75)`, the
 * innermost first, with paths from the working directory. Empty for errors that the library reports with a code, whose
 * message says what to do, and for those that no file of the author's is part of.
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
