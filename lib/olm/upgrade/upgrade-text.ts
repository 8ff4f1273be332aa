import { report } from '../finding/report.ts';
import type { UpgradeFinding, UpgradeSeverity } from './upgrade-finding.ts';

/** How findings are told to people. */
export interface FormatUpgradeOptions {
  /** What makes a severity stand out. @default nothing does */
  readonly emphasis?: (word: string, severity: UpgradeSeverity) => string;
}

/** Findings for people: a block for each file, for each change who is hit and what to do, and how many there are. */
export function formatUpgrade(found: readonly UpgradeFinding[], { emphasis }: FormatUpgradeOptions = {}): string {
  const entries = found.map(({ hits, remedy, accepted, ...words }) => ({
    ...words,
    further: { hits, ...(accepted === undefined ? { remedy } : { accepted }) },
  }));
  const counts = [count(found, 'breaking'), count(found, 'risky'), count(found, 'notice', 'to notice')];
  return `${report(entries, emphasis)}${counts.join(', ')}\n`;
}

function count(found: readonly UpgradeFinding[], severity: UpgradeSeverity, words: string = severity): string {
  const own = found.filter((finding) => finding.severity === severity);
  const acceptedCount = own.filter(({ accepted }) => accepted !== undefined).length;
  return `${own.length} ${words}${acceptedCount === 0 ? '' : ` (${acceptedCount} accepted)`}`;
}
