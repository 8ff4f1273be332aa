// In: an app, and earlier releases of its operators. Out: who is hit by the upgrade to what the app is now, and how.
// Called by `main`.

import { fileURLToPath } from 'node:url';
import type { App } from 'cdk8s';
import { Catalog, Operator } from '../constructs/index.ts';
import { BundleContent, earlierSampleChildren } from '../olm/index.ts';
import { refuseNothing, tell, upgrades } from './check-upgrade.ts';
import { assertDefinition } from './definition.ts';
import type { ReportOptions } from './diagnostic-report.ts';
import { Failure } from './failure.ts';
import { bundlesBelow, isDirectory, newest, type Releases, release, releasesAt, releasesIn } from './release.ts';
import { synthesizedBundle } from './synthesized-bundle.ts';

/** The words of an app's `check-upgrade`. */
export interface AppUpgradeOptions extends ReportOptions {
  /** A directory, or a commit. @default the releases of the app's catalogs, if there are any yet */
  readonly against?: string;
  /** Where a commit has the bundles. */
  readonly bundle: string;
}

/**
 * Compares the app's operators with their newest earlier releases, and renders their samples with the code as it is now:
 * so children are compared even where samples have changed. Nothing is written. The process exits with 1 if somebody is
 * hit for sure.
 *
 * @throws Failure with all findings of the app, or if there is nothing to compare.
 */
export async function appUpgradeCommand(app: App, { against, bundle, output }: AppUpgradeOptions): Promise<void> {
  assertDefinition(app);
  const operators = Operator.in(app).filter(({ props }) => props.bundle !== undefined);
  if (operators.length === 0) throw new Failure('no operator of this app is published: give it `bundle` props');
  const releases = operators.map((operator) => release(contentOf(operator)));
  const earlier = against === undefined ? await catalogued(app) : await named(against, bundle);
  const present = new Map(releases.map((each) => [each.operator, each]));
  const found = upgrades(present, earlier, ({ operator: name }) => {
    const operator = operators.find((each) => each.name === name);
    return operator && ((sample) => earlierSampleChildren(sample, operator));
  });
  if (against !== undefined) refuseNothing(found, against);
  tell(found, { output });
}

function contentOf(operator: Operator): BundleContent {
  const bytes = new TextEncoder();
  const files = [...synthesizedBundle(operator).files].map(([path, text]) => [path, bytes.encode(text)] as const);
  return new BundleContent(new Map(files));
}

async function named(against: string, bundle: string): Promise<Releases> {
  return (await isDirectory(against)) ? await releasesIn(against) : await releasesAt(against, bundle);
}

async function catalogued(app: App): Promise<Releases> {
  const places = Catalog.in(app).flatMap(({ props: { releases } }) => releases ?? []);
  if (places.length === 0) {
    throw new Failure(
      'nothing says where earlier releases are: name them with --against, or in `releases` of a Catalog',
    );
  }
  const directories = places.map((place) => (typeof place === 'string' ? place : fileURLToPath(place)));
  return newest((await Promise.all(directories.map(bundlesBelow))).flat());
}
