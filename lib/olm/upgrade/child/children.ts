import type { Place } from '../../content/index.ts';
import { addedPolicyFindings } from '../admission/admission-policy.ts';
import { objectIdentity, objectTitleOf } from '../object-identity.ts';
import { pairedParts, type ReleasePair } from '../release-pair.ts';
import { definitionOfSample } from '../sample/refused-sample.ts';
import { childrenIn, presentSample, type SampleRender, sampleChildrenFile } from '../sample/rendered-sample.ts';
import { type UpgradeFinding, upgradeFinding } from '../upgrade-finding.ts';
import { childChanges } from './child.ts';
import type { ChangePolicies } from './immutable-child.ts';
import { lostChildFinding } from './lost-child.ts';
import { ownProgram, type Uncompared, uncomparedFindings } from './uncompared.ts';

/** Reports the effects of the upgrade on the children of objects such as the samples. */
export function* childrenFindings(releases: ReleasePair, render?: SampleRender): Generator<UpgradeFinding> {
  // A kind that the operator doesn't own any more is reported at its definition.
  const samples = releases.before.examples.filter((sample) => !isSampleGone(sample, releases));
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

function isSampleGone(sample: Place, { before, after }: ReleasePair): boolean {
  return definitionOfSample(sample, before) !== undefined && definitionOfSample(sample, after) === undefined;
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
