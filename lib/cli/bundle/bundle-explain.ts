// In: the code of a rule for bundles. Out: its description. Called by `operand bundle explain`.

import { formatRules, ruleSummaries } from '../../olm/index.ts';
import { retiredRules } from '../../olm/validation/index.ts';
import { nearestName, ownField } from '../../schema/index.ts';
import { Failure } from '../failure.ts';
import type { ReportOptions } from '../terminal/finding-report.ts';
import { printError } from '../terminal/output.ts';
import { printResult } from '../terminal/results.ts';

/**
 * Prints the severity and the requirement of a rule, and the tools that reject a violation. A former code stands for the
 * rule that finds its mistakes now.
 *
 * @throws Failure if there is no such code.
 */
export function bundleExplainCommand(code: string, { format }: ReportOptions): void {
  const now = ownField(retiredRules, code);
  const rule = ruleSummaries().find(({ id }) => id === (now ?? code));
  if (rule === undefined) {
    const meant = nearestName(
      code,
      ruleSummaries().map(({ id }) => id),
    );
    const remedy = meant === undefined ? 'see `operand bundle validate --rules`' : `did you mean ${meant}?`;
    throw new Failure(`there is no rule ${code}: ${remedy}`);
  }
  if (now !== undefined) printError(`${code} is a former code: ${now} finds its mistakes now\n`);
  printResult(format, rule, formatRules([rule]));
}
