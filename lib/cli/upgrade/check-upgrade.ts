// In: bundles as they are to be published, and those of earlier releases. Out: who is hit by the upgrade, and how.
// Called by `operand check-upgrade`.

import type { ReportOptions } from '../terminal/finding-report.ts';
import { readAcceptances } from './acceptance-file.ts';
import { releasesAt } from './release-commit.ts';
import { isBundle, isDirectory, releasesIn } from './release-directory.ts';
import { compared, type Releases } from './upgrade.ts';
import { assertCompared, reportUpgrades } from './upgrade-report.ts';

/** The words of `check-upgrade`. */
export interface CheckUpgradeOptions extends ReportOptions {
  /** A directory, or a commit. */
  readonly against: string;
  /** A file with findings that are accepted. */
  readonly accept?: string;
}

/**
 * Compares the bundles in a directory with earlier ones: those in another directory, or those that a commit had in the
 * same one. Of several releases of an operator the newest counts. An operator that was there and is there no more has
 * departed, unless the directory is itself one bundle.
 *
 * @throws Failure if there is nothing to compare, or a file can't be read.
 */
export async function checkUpgradeCommand(
  directory: string,
  { against, accept, format }: CheckUpgradeOptions,
): Promise<void> {
  const present = await releasesIn(directory);
  const isPast = !(await isDirectory(against));
  const all = isPast ? await releasesAt(against, directory) : await releasesIn(against);
  // One bundle beside others says nothing of the others.
  const isWhole = isPast || !(await isBundle(directory));
  const earlier = isWhole ? all : only(all, present);
  const upgrades = compared({
    present,
    earlier,
    acceptances: accept === undefined ? [] : await readAcceptances(accept),
  });
  assertCompared(upgrades, against);
  reportUpgrades(upgrades, { format });
}

/** The releases of the operators that another list has as well. */
function only(releases: Releases, others: Releases): Releases {
  return new Map([...releases].filter(([operator]) => others.has(operator)));
}
