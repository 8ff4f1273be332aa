// In: the samples of the old release and what they render to in both. Out: what becomes of the children that are in clusters.
// Called by `upgradeFindings`.

import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type KubernetesObject } from '../../api/index.ts';
import { type BundleContent, childrenFile, Place } from '../content/index.ts';
import { childFindings } from './child.ts';
import { groupKindOf, titleOf } from './child-kind.ts';
import { lostChild } from './lost-child.ts';
import { paired, type ReleasePair } from './release-pair.ts';
import { type UpgradeFinding, type UpgradeSeverity, upgradeFinding } from './upgrade-finding.ts';

/** What a sample of the old release becomes by the new one. */
export type RenderedSample =
  | { readonly children: readonly KubernetesObject[] }
  /** Why it becomes nothing. */
  | { readonly refusal: string };

/** Renders samples of the old release as the new one does. */
export type SampleRender = (sample: KubernetesObject) => RenderedSample;

/** What the upgrade does to the children of objects such as the samples. */
export function* childrenFindings(releases: ReleasePair, render?: SampleRender): Generator<UpgradeFinding> {
  for (const sample of releases.before.examples) {
    const file = fileOf(sample);
    const before = childrenIn(releases.before, file);
    const present = presentSample(sample, file, releases, render);
    if ('refusal' in present) yield refused(sample, present.refusal);
    else if (before === undefined) {
      yield uncompared(sample, file, { why: 'the old release came without them', severity: 'notice' });
    } else if ('missing' in present) yield uncompared(sample, file, { why: present.missing, severity: 'risky' });
    else {
      const found = [...comparison(before, present.children)];
      yield* present.isSame ? found : [ofAnother(sample, file), ...unsure(found)];
    }
  }
}

function* comparison(before: readonly Place[], after: readonly Place[]): Generator<UpgradeFinding> {
  const { kept, gone, added } = paired(before, after, identity);
  for (const child of gone) yield lostChild(child, added);
  for (const child of kept) yield* childFindings(child);
}

/** The children that came with a bundle; undefined if they didn't. */
function childrenIn(bundle: BundleContent, file: string): readonly Place[] | undefined {
  return bundle.files.has(file) ? bundle.documentsOf(file).map(({ root }) => root) : undefined;
}

function fileOf(sample: Place): string {
  const [kind, namespace, name] = [
    sample.at('kind'),
    ...['namespace', 'name'].map((field) => sample.at('metadata', field)),
  ].map(({ text }) => text);
  return childrenFile(kind ?? '', { namespace, name: name ?? '' });
}

/** What a sample is in the new release. */
type PresentSample =
  /** Whether the children are those of the very same sample, or of another of the same kind and name. */
  | { readonly children: readonly Place[]; readonly isSame: boolean }
  | { readonly refusal: string }
  /** Why it isn't known. */
  | { readonly missing: string };

function presentSample(
  sample: Place,
  file: string,
  { after }: ReleasePair,
  render: SampleRender | undefined,
): PresentSample {
  if (render !== undefined && isKubernetesObject(sample.value)) {
    const rendered = render(sample.value);
    if ('refusal' in rendered) return rendered;
    return { children: rendered.children.map((child) => new Place(file, child)), isSame: true };
  }
  const present = after.examples.find((each) => identity(each) === identity(sample));
  if (present === undefined) return { missing: 'the new release has no sample of that kind and name' };
  const children = childrenIn(after, file);
  if (children === undefined) return { missing: 'the new release came without them' };
  return { children, isSame: isDeepStrictEqual(present.value, sample.value) };
}

function refused(sample: Place, why: string): UpgradeFinding {
  return upgradeFinding(sample, {
    severity: 'breaking',
    rule: 'sample-refused',
    what: `${titleOf(sample)} can't be rendered any more: ${why}`,
    who: 'users with such objects: their children are no longer looked after, and the objects are not Ready',
    remedy: 'render what was rendered before',
  });
}

function uncompared(
  sample: Place,
  file: string,
  { why, severity }: { readonly why: string; readonly severity: UpgradeSeverity },
): UpgradeFinding {
  return upgradeFinding(
    { file, path: '' },
    {
      severity,
      rule: 'children-uncompared',
      what: `the children of ${titleOf(sample)} aren't compared: ${why}`,
      who:
        severity === 'notice'
          ? 'nobody, as far as is known'
          : 'users with such objects, maybe: nobody knows what becomes of their children',
      remedy: asking,
    },
  );
}

const asking = "run `check-upgrade` of the operator's own program, which renders the old samples with the new code";

function ofAnother(sample: Place, file: string): UpgradeFinding {
  return upgradeFinding(
    { file, path: '' },
    {
      severity: 'risky',
      rule: 'sample-changed',
      what: `${titleOf(sample)} is another sample now: what differs in its children may come from that, or from the new release`,
      who: 'users with such objects, if it comes from the new release',
      remedy: `${asking}, or keep the sample as it is`,
    },
  );
}

/** What is found where the sample has changed, too: nothing of it is sure, and that pods are others goes without saying. */
function unsure(found: readonly UpgradeFinding[]): readonly UpgradeFinding[] {
  return found
    .filter(({ severity }) => severity !== 'notice')
    .map((finding) => ({
      ...finding,
      severity: 'risky',
      who: `if it doesn't come from the changed sample: ${finding.who}`,
    }));
}

function isKubernetesObject(value: unknown): value is KubernetesObject {
  return (
    isJsonObject(value) &&
    typeof value.apiVersion === 'string' &&
    typeof value.kind === 'string' &&
    isJsonObject(value.metadata) &&
    typeof value.metadata.name === 'string'
  );
}

/** Kind and name: an object is the same one in whichever version it is written. */
function identity(child: Place): string | undefined {
  const [name, namespace = ''] = ['name', 'namespace'].map((field) => child.at('metadata', field).text);
  return name === undefined ? undefined : [groupKindOf(child), namespace, name].join(' ');
}
