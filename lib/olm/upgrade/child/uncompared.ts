import type { BundleContent, Place } from '../../content/index.ts';
import { objectIdentity, objectTitleOf } from '../object-identity.ts';
import type { MissingSample } from '../sample/rendered-sample.ts';
import { type UpgradeFinding, upgradeFinding } from '../upgrade-finding.ts';

/** A sample of the old release, and the reason why its children can't be compared. */
export interface Uncompared {
  readonly sample: Place;
  readonly why: Reason;
}

/** `made-elsewhere`: neither release has the children, since other tools don't write them. */
type Reason = MissingSample | 'old-without' | 'made-elsewhere';

/** The program that compares more than two bundles allow. */
export const ownProgram =
  "run `check-upgrade` of the operator's own program, which renders the old samples with the new code";

const unknown = 'users with such objects, maybe: the effect on their children is unknown';

const reasons: Readonly<Record<Reason, Pick<UpgradeFinding, 'severity' | 'what' | 'hits' | 'remedy'>>> = {
  'no-sample': {
    severity: 'risky',
    what: 'the new release has no sample of that kind and name',
    hits: unknown,
    remedy: ownProgram,
  },
  'no-children': {
    severity: 'risky',
    what: 'the new release has no children files',
    hits: unknown,
    remedy: ownProgram,
  },
  'old-without': {
    severity: 'notice',
    what: 'the old release has no children files',
    hits: 'no known users',
    remedy: 'nothing: later releases are compared with this one',
  },
  'made-elsewhere': {
    severity: 'notice',
    what: 'neither release has children files',
    hits: 'no known users',
    remedy: 'upgrade a test cluster that has such objects, and check that the children stay',
  },
};

/** Returns the place of a sample in the new release, or in the old one if it is gone. */
export function* uncomparedFindings(all: readonly Uncompared[], after: BundleContent): Generator<UpgradeFinding> {
  for (const [why, each] of Map.groupBy(all, (one) => one.why)) {
    const [first, ...others] = each.map(({ sample }) => sample);
    if (first === undefined) continue;
    const { severity, what, hits, remedy } = reasons[why];
    const place = after.examples.find((sample) => objectIdentity(sample) === objectIdentity(first)) ?? first;
    yield upgradeFinding(place, {
      severity,
      rule: 'children-uncompared',
      what: `the children of ${[first, ...others].map(objectTitleOf).join(', ')} aren't compared: ${what}`,
      hits,
      remedy,
    });
  }
}
