// In: an app, and earlier releases of its operators. Out: the effects of the upgrade to the current app on users.
// Called by `check-upgrade` of an app’s program.

import type { App } from 'cdk8s';
import { Catalog, Operator } from '../../constructs/index.ts';
import {
  earlierSampleChildren,
  newestReleases,
  type OperatorRelease,
  operatorRelease,
  type SampleRender,
} from '../../olm/index.ts';
import { readPublishedBundles } from '../bundle/bundle-directory.ts';
import { assertDefinition } from '../definition-check.ts';
import { Failure } from '../failure.ts';
import { synthesizedBundle } from '../synth/synthesized-bundle.ts';
import type { ReportOptions } from '../terminal/finding-report.ts';
import { readAcceptances } from './acceptance-file.ts';
import { assertCompared, comparedReleases, reportUpgrades } from './release-comparison.ts';
import { isDirectory, readReleasesAtCommit, readReleasesIn } from './release-source.ts';

/** The options of an app's `check-upgrade`. */
export interface AppUpgradeOptions extends ReportOptions {
  /** A directory, or a commit. @default the releases of the app's catalogs, if there are any yet */
  readonly against?: string;
  /** The directory of the bundles in a commit. */
  readonly bundle: string;
  /** A file with accepted findings. */
  readonly accept?: string;
}

/**
 * Compares the app's operators with the earlier releases that they update, and renders their samples with the current code. So
 * children are compared even if samples have changed. An earlier operator that the app lacks is reported as departed.
 * Writes nothing.
 *
 * @throws Failure with all findings of the app, if there is nothing to compare, or if a file can't be read.
 */
export async function executeAppUpgrade(
  app: App,
  { against, bundle, accept, format }: AppUpgradeOptions,
): Promise<void> {
  assertDefinition(app);
  const operators = Operator.in(app).filter(({ props }) => props.bundle !== undefined);
  if (operators.length === 0) throw new Failure('no operator of this app is published: give it `bundle` props');
  const upgrades = comparedReleases({
    present: newestReleases(operators.map((operator) => operatorRelease(synthesizedBundle(operator).content))),
    earlier: against === undefined ? await readCatalogReleases(app) : await readNamedReleases(against, bundle),
    renderOf: (name) => upgradeRenderOf(operators.find((operator) => operator.name === name)),
    acceptances: accept === undefined ? [] : await readAcceptances(accept),
  });
  if (against !== undefined) assertCompared(upgrades, against);
  reportUpgrades(upgrades, { format });
}

function upgradeRenderOf(operator: Operator | undefined): SampleRender | undefined {
  return operator && ((sample) => earlierSampleChildren(sample, operator));
}

async function readNamedReleases(against: string, bundle: string): Promise<readonly OperatorRelease[]> {
  return (await isDirectory(against)) ? await readReleasesIn(against) : await readReleasesAtCommit(against, bundle);
}

async function readCatalogReleases(app: App): Promise<readonly OperatorRelease[]> {
  const catalogs = Catalog.in(app).filter(({ props }) => props.releases !== undefined);
  if (catalogs.length === 0) {
    throw new Failure('no earlier releases are named: name them with --against, or in `releases` of a Catalog');
  }
  const bundles = await Promise.all(catalogs.map(readPublishedBundles));
  return bundles.flatMap((each) => [...each.values()]).map(operatorRelease);
}
