// In: bundles to publish, and those of earlier releases. Out: the effects of the upgrade on users. Called by
// `operand check-upgrade`.

import { newestReleases, operatorName } from '../../olm/index.ts';
import type { ReportOptions } from '../terminal/finding-report.ts';
import { readAcceptances } from './acceptance-file.ts';
import { assertCompared, comparedReleases, reportUpgrades } from './release-comparison.ts';
import { isDirectory, isSingleBundle, readReleasesAtCommit, readReleasesIn } from './release-source.ts';

/** The options of `check-upgrade`. */
export interface CheckUpgradeOptions extends ReportOptions {
  /** A directory, or a commit. */
  readonly against: string;
  /** A file with accepted findings. */
  readonly accept?: string;
}

/**
 * Compares the bundles in a directory with earlier ones: those in another directory, or those of a commit in the same
 * one. Of several releases of an operator to publish, the newest counts; of its earlier ones, that which it updates. An
 * earlier operator that is missing is reported as departed, unless the directory is itself one bundle.
 *
 * @throws Failure if there is nothing to compare, or a file can't be read.
 */
export async function executeCheckUpgrade(
  directory: string,
  { against, accept, format }: CheckUpgradeOptions,
): Promise<void> {
  const present = newestReleases(await readReleasesIn(directory));
  const isPast = !(await isDirectory(against));
  const all = isPast ? await readReleasesAtCommit(against, directory) : await readReleasesIn(against);
  // A single bundle doesn't imply that the others are gone.
  const isWhole = isPast || !(await isSingleBundle(directory));
  const earlier = isWhole ? all : all.filter((each) => present.has(operatorName(each)));
  const upgrades = comparedReleases({
    present,
    earlier,
    acceptances: accept === undefined ? [] : await readAcceptances(accept),
  });
  assertCompared(upgrades, against);
  reportUpgrades(upgrades, { format });
}
