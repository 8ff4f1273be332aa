import { type ValidationFinding, validationText } from '../../olm/index.ts';
import { colouredWord } from './output.ts';
import { printResult } from './results.ts';
import type { ResultFormat } from './shared-option.ts';

/** The options of commands that validate. */
export interface ReportOptions {
  readonly format: ResultFormat;
}

const colours = { error: 'red', warning: 'yellow' } as const;

/**
 * Prints findings, in colours on a terminal; the process exits with 1 if there is an error.
 *
 * In JSON and YAML they are `{ passed, findings }`, each finding with `severity`, `rule`, `file`, `path`, `what` and `remedy`,
 * and with the `rejection` of an error: the tool, `by`, and its `message`.
 */
export function reportFindings(found: readonly ValidationFinding[], { format }: ReportOptions): void {
  const hasError = found.some(({ severity }) => severity === 'error');
  printResult(format, { passed: !hasError, findings: found }, findingsText(found));
  if (hasError) process.exitCode = 1;
}

function findingsText(found: readonly ValidationFinding[]): string {
  return validationText(found, { emphasis: (word, severity) => colouredWord(word, colours[severity]) });
}
