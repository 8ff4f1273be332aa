import { findingReport } from '../finding/finding-report.ts';
import type { UpgradeFinding, UpgradeSeverity } from './upgrade-finding.ts';

/** The options of the text format of findings. */
export interface FormatUpgradeOptions {
  /** Highlights a severity. @default no highlight */
  readonly emphasis?: (word: string, severity: UpgradeSeverity) => string;
}

/**
 * Formats findings as text: a block for each file, with the affected users and the remedy of each change, then the
 * number of findings.
 *
 * @example
 * console.log(formatUpgrade(upgradeFindings({ before, after })));
 * // … 0 breaking, 1 risky, 0 to notice
 */
export function formatUpgrade(found: readonly UpgradeFinding[], { emphasis }: FormatUpgradeOptions = {}): string {
  const entries = found.map(({ hits, remedy, accepted, ...words }) => ({
    ...words,
    further: { hits, ...(accepted === undefined ? { remedy } : { accepted }) },
  }));
  const counts = [
    findingCount(found, 'breaking'),
    findingCount(found, 'risky'),
    findingCount(found, 'notice', 'to notice'),
  ];
  return `${findingReport(entries, emphasis)}${counts.join(', ')}\n`;
}

function findingCount(found: readonly UpgradeFinding[], severity: UpgradeSeverity, words: string = severity): string {
  const own = found.filter((finding) => finding.severity === severity);
  const acceptedCount = own.filter(({ accepted }) => accepted !== undefined).length;
  return `${own.length} ${words}${acceptedCount === 0 ? '' : ` (${acceptedCount} accepted)`}`;
}
