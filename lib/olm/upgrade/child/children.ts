import type { BundleContent, Place } from '../../content/index.ts';
import { childrenIn, sampleChildrenFile } from '../../content/index.ts';
import { addedPolicyFindings } from '../admission/admission-policy.ts';
import { objectIdentity, objectTitleOf } from '../object-identity.ts';
import { both, pairedParts, type ReleasePair } from '../release-pair.ts';
import { definitionOfSample } from '../sample/refused-sample.ts';
import { type MissingSample, presentSample, type SampleRender } from '../sample/rendered-sample.ts';
import { type UpgradeFinding, upgradeFinding } from '../upgrade-finding.ts';
import { childChanges } from './child-change.ts';
import type { ChangePolicies } from './immutable-child.ts';
import { lostChildFinding } from './lost-child.ts';

/** Reports the effects of the upgrade on the children of objects such as the samples. */
export function* childrenFindings(releases: ReleasePair, render?: SampleRender): Generator<UpgradeFinding> {
  // A kind that the operator doesn't own any more is reported at its definition.
  const samples = releases.before.examples.filter((sample) => {
    const [old, present] = both(releases, (bundle) => definitionOfSample(sample, bundle));
    return old === undefined || present !== undefined;
  });
  const uncompared: Uncompared[] = [];
  for (const sample of samples) {
    const file = sampleChildrenFile(sample);
    const before = childrenIn(releases.before, file);
    const present = presentSample(sample, releases.after, render);
    if ('refusal' in present) yield unrenderedSampleFinding(sample, present.refusal);
    else if (before === undefined) {
      uncompared.push({ sample, why: 'missing' in present ? 'made-elsewhere' : 'old-without' });
    } else if ('missing' in present) uncompared.push({ sample, why: present.missing });
    else {
      const found = [...childComparison(before, present)];
      yield* present.isSame ? found : [asChangedSample(sample, file), ...asRiskyFindings(found)];
    }
  }
  yield* uncomparedFindings(uncompared, releases.after);
}

function* childComparison(
  before: readonly Place[],
  { children, policies }: { readonly children: readonly Place[]; readonly policies?: ChangePolicies | undefined },
): Generator<UpgradeFinding> {
  const { kept, gone, added } = pairedParts(before, children, objectIdentity);
  for (const child of gone) yield lostChildFinding(child, added, policies);
  for (const child of added) yield* addedPolicyFindings(child);
  for (const child of kept) yield* childChanges(child, policies);
}

function unrenderedSampleFinding(sample: Place, why: string): UpgradeFinding {
  return upgradeFinding(sample, {
    severity: 'breaking',
    rule: 'sample-refused',
    what: `${objectTitleOf(sample)} can't be rendered any more: ${why}`,
    hits: 'users with such objects: their children are no longer updated, and the objects are not Ready',
    remedy: 'accept the values that were valid before',
  });
}

function asChangedSample(sample: Place, file: string): UpgradeFinding {
  return upgradeFinding(
    { file, path: '' },
    {
      severity: 'risky',
      rule: 'sample-changed',
      what: `${objectTitleOf(sample)} has changed: differences of its children may come from that, or from the new release`,
      hits: 'users with such objects, if it comes from the new release',
      remedy: `${ownProgram}, or keep the sample as it is`,
    },
  );
}

/** Downgrades the findings of a changed sample: none is certain, and a changed pod template is expected. */
function asRiskyFindings(found: readonly UpgradeFinding[]): readonly UpgradeFinding[] {
  return found
    .filter(({ severity }) => severity !== 'notice')
    .map((finding) => ({
      ...finding,
      severity: 'risky',
      hits: `if it doesn't come from the changed sample: ${finding.hits}`,
    }));
}

/** A sample of the old release, and the reason why its children can't be compared. */
interface Uncompared {
  readonly sample: Place;
  readonly why: Reason;
}

/** `made-elsewhere`: neither release has the children, since other tools don't write them. */
type Reason = MissingSample | 'old-without' | 'made-elsewhere';

/** The program that compares more than two bundles allow. */
const ownProgram = "run `check-upgrade` of the operator's own program, which renders the old samples with the new code";

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
function* uncomparedFindings(all: readonly Uncompared[], after: BundleContent): Generator<UpgradeFinding> {
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
