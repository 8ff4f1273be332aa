import { type ValidationFinding, validationText } from '../../olm/index.ts';
import { colouredWord, jsonLine, printText } from './output.ts';

/** The options of commands that validate. */
export interface ReportOptions {
  readonly format: 'text' | 'json';
}

const colours = { error: 'red', warning: 'yellow' } as const;

/**
 * Prints findings, in colours on a terminal; the process exits with 1 if there is an error.
 *
 * In JSON they are `{ passed, findings }`, each finding with `severity`, `rule`, `file`, `path`, `what` and `remedy`,
 * and with the `rejection` of an error: the tool, `by`, and its `message`.
 */
export function reportFindings(found: readonly ValidationFinding[], { format }: ReportOptions): void {
  const hasError = found.some(({ severity }) => severity === 'error');
  printText(format === 'json' ? jsonLine({ passed: !hasError, findings: found }) : findingsText(found));
  if (hasError) process.exitCode = 1;
}

function findingsText(found: readonly ValidationFinding[]): string {
  return validationText(found, {
    emphasis: (word, severity) => colouredWord(word, colours[severity]),
  });
}
