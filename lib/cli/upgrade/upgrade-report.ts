import { type Acceptance, formatUpgrade, isUnacceptable, type UpgradeFinding } from '../../olm/index.ts';
import { Failure } from '../failure.ts';
import type { ReportOptions } from '../terminal/finding-report.ts';
import { jsonLine } from '../terminal/json.ts';
import { colouredWord, printError, printText } from '../terminal/output.ts';
import type { Upgrade, Upgrades } from './upgrade.ts';

/**
 * Prints the results of a comparison; the process exits with 1 if users are certainly affected, and the team hasn't
 * accepted that. Acceptances without a finding are printed on the standard error.
 *
 * In JSON it is `{ passed, upgrades }`, each upgrade with `operator`, `from`, `to` and `findings`.
 */
export function reportUpgrades({ upgrades, idle }: Upgrades, { format }: ReportOptions): void {
  const passed = !upgrades.some(({ findings }) => findings.some(isUnacceptable));
  const text = () => upgrades.map(severityCounts).join('\n');
  printText(format === 'json' ? jsonLine({ passed, upgrades }) : text());
  for (const acceptance of idle) printError(`warning: ${idleAcceptance(acceptance)}\n`);
  if (!passed) process.exitCode = 1;
}

/** @throws Failure if there is no earlier release of any operator, although the user named a place. */
export function assertCompared({ upgrades }: Upgrades, against: string): void {
  if (upgrades.some(({ from }) => from !== undefined)) return;
  const operators = upgrades.map(({ operator }) => operator).join(', ');
  throw new Failure(`${against} has no earlier release of ${operators}: name where they are`);
}

function severityCounts({ operator, from, to, findings }: Upgrade): string {
  if (from === undefined) return `${operator} ${to}: there is no earlier release of it\n`;
  return `${operator} ${from} → ${to ?? 'gone'}\n\n${formatUpgrade(findings, { emphasis: colouredSeverity })}`;
}

const colours = { breaking: 'red', risky: 'yellow', notice: 'cyan' } as const;

function colouredSeverity(word: string, severity: UpgradeFinding['severity']): string {
  return colouredWord(word, colours[severity]);
}

function idleAcceptance({ operator, release, rule, file, path }: Acceptance): string {
  const place = path === '' ? file : `${file} ${path}`;
  return `${rule} of ${operator} ${release} is accepted at ${place}, and isn't found there: remove the entry`;
}
