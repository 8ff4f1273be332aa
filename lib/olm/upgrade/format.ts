import { report } from '../report.ts';
import type { UpgradeFinding, UpgradeSeverity } from './upgrade-finding.ts';

/** How findings are told to people. */
export interface FormatUpgradeOptions {
  /** What makes a severity stand out. @default nothing does */
  readonly emphasis?: (word: string, severity: UpgradeSeverity) => string;
}

/** Findings for people: a block for each file, for each change who is hit and what to do, and how many there are. */
export function formatUpgrade(found: readonly UpgradeFinding[], { emphasis }: FormatUpgradeOptions = {}): string {
  const entries = found.map(({ who, remedy, ...words }) => ({
    ...words,
    further: [`hits: ${who}`, `mend: ${remedy}`],
  }));
  const count = (severity: UpgradeSeverity) => found.filter((finding) => finding.severity === severity).length;
  return `${report(entries, emphasis)}${count('breaking')} breaking, ${count('risky')} risky, ${count('notice')} to notice\n`;
}
