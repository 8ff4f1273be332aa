// In: bundles as they are to be published, and those of earlier releases. Out: who is hit by the upgrade, and how.
// Called by `operand check-upgrade`.

import { styleText } from 'node:util';
import { BundleContent, formatUpgrade, type SampleRender, type UpgradeFinding, upgradeFindings } from '../olm/index.ts';
import { json, type ReportOptions } from './diagnostic-report.ts';
import { Failure } from './failure.ts';
import { isBundle, isDirectory, type Release, type Releases, releasesAt, releasesIn } from './release.ts';

/** The words of `check-upgrade`. */
export interface CheckUpgradeOptions extends ReportOptions {
  /** A directory, or a commit. */
  readonly against: string;
}

/** What came of one operator. */
export interface Upgrade {
  readonly operator: string;
  /** The earlier version; undefined if there is none to compare with. */
  readonly from: string | undefined;
  /** The version to be published; undefined if the operator is there no more. */
  readonly to: string | undefined;
  readonly findings: readonly UpgradeFinding[];
}

/**
 * Compares the bundles in a directory with earlier ones: those in another directory, or those that a commit had in the
 * same one. Of several releases of an operator the newest counts. An operator that was there and is there no more has
 * departed, unless the directory is itself one bundle. The process exits with 1 if somebody is hit for sure.
 *
 * In JSON it is `{ passed, upgrades }`, each upgrade with `operator`, `from`, `to` and `findings`.
 *
 * @throws Failure if there is nothing to compare.
 */
export async function checkUpgradeCommand(directory: string, options: CheckUpgradeOptions): Promise<void> {
  const present = await releasesIn(directory);
  const isPast = !(await isDirectory(options.against));
  const earlier = isPast ? await releasesAt(options.against, directory) : await releasesIn(options.against);
  // One bundle beside others says nothing of the others.
  const isWhole = isPast || !(await isBundle(directory));
  const gone = isWhole ? [...earlier.values()].filter(({ operator }) => !present.has(operator)) : [];
  const found = [...upgrades(present, earlier), ...gone.map(departure)];
  refuseNothing(found, options.against);
  tell(found, options);
}

/** @throws Failure if there is no earlier release of any operator, where somebody has said that there is. */
export function refuseNothing(found: readonly Upgrade[], against: string): void {
  if (found.some(({ from }) => from !== undefined)) return;
  const operators = found.map(({ operator }) => operator).join(', ');
  throw new Failure(`${against} has no earlier release of ${operators}: name where they are`);
}

/** Compares each release with the earlier one of the same operator. */
export function upgrades(
  present: Releases,
  earlier: Releases,
  render: (release: Release) => SampleRender | undefined = () => undefined,
): readonly Upgrade[] {
  return [...present.values()].map((release) => {
    const { operator, version, content } = release;
    const before = earlier.get(operator);
    const how = render(release);
    return {
      operator,
      from: before?.version,
      to: version,
      findings:
        before === undefined
          ? []
          : upgradeFindings({ before: before.content, after: content }, how === undefined ? {} : { render: how }),
    };
  });
}

/** Tells what came of it on the standard output; the process exits with 1 if somebody is hit for sure. */
export function tell(found: readonly Upgrade[], { output }: ReportOptions): void {
  const isBreaking = found.some(({ findings }) => findings.some(({ severity }) => severity === 'breaking'));
  const text = () => found.map(inWords).join('\n');
  process.stdout.write(output === 'json' ? json({ passed: !isBreaking, upgrades: found }) : text());
  if (isBreaking) process.exitCode = 1;
}

/** An operator that isn't published any more: what it brought is gone. */
function departure({ operator, version, content }: Release): Upgrade {
  const nothing = new BundleContent(new Map());
  return {
    operator,
    from: version,
    to: undefined,
    findings: upgradeFindings({ before: content, after: nothing }, { render: () => ({ children: [] }) }),
  };
}

function inWords({ operator, from, to, findings }: Upgrade): string {
  if (from === undefined) return `${operator} ${to}: there is no earlier release of it\n`;
  return `${operator} ${from} → ${to ?? 'gone'}\n\n${formatUpgrade(findings, { emphasis })}`;
}

const colours = { breaking: 'red', risky: 'yellow', notice: 'cyan' } as const;

function emphasis(word: string, severity: UpgradeFinding['severity']): string {
  return styleText(colours[severity], word, { stream: process.stdout });
}
