import { formatFindings, type ValidationFinding } from '../../olm/index.ts';
import { json } from './json.ts';
import { coloured, print } from './output.ts';

/** The words of commands that judge. */
export interface ReportOptions {
  readonly format: 'text' | 'json';
}

const colours = { error: 'red', warning: 'yellow' } as const;

/**
 * Tells what is wrong on the standard output, in colours if that is a terminal; the process exits with 1 if there is an
 * error among it.
 *
 * In JSON it is `{ passed, findings }`, each finding with `severity`, `rule`, `file`, `path`, `what` and `remedy`, and with
 * the `rejection` of an error: the tool, `by`, and its `message`.
 */
export function reportFindings(found: readonly ValidationFinding[], { format }: ReportOptions): void {
  const hasError = found.some(({ severity }) => severity === 'error');
  print(format === 'json' ? json({ passed: !hasError, findings: found }) : text(found));
  if (hasError) process.exitCode = 1;
}

function text(found: readonly ValidationFinding[]): string {
  return formatFindings(found, {
    emphasis: (word, severity) => coloured(word, colours[severity]),
  });
}
