// In: the samples of the old release and what they render to in both. Out: what becomes of the children that are in clusters.
// Called by `upgradeFindings`.

import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type KubernetesObject } from '../../api/index.ts';
import { type BundleContent, childrenFile, Place } from '../content/index.ts';
import { childFindings } from './child.ts';
import { groupKindOf, titleOf } from './child-kind.ts';
import { lostChild } from './lost-child.ts';
import { paired, type ReleasePair } from './release-pair.ts';
import { type UpgradeFinding, upgradeFinding } from './upgrade-finding.ts';

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
    const after = presentChildren(sample, file, releases, render);
    if (typeof after === 'string') yield refused(sample, after);
    else if (before === undefined) yield uncompared(sample, file, 'the old release came without them');
    else if (after === undefined) yield uncompared(sample, file, 'the new release has no children of the same sample');
    else {
      const { kept, gone, added } = paired(before, after, identity);
      for (const child of gone) yield lostChild(child, added);
      for (const child of kept) yield* childFindings(child);
    }
  }
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

/** What the sample becomes by the new release; why it is refused; or undefined if that isn't known. */
function presentChildren(
  sample: Place,
  file: string,
  { after }: ReleasePair,
  render: SampleRender | undefined,
): readonly Place[] | string | undefined {
  if (render !== undefined && isKubernetesObject(sample.value)) {
    const rendered = render(sample.value);
    return 'refusal' in rendered ? rendered.refusal : rendered.children.map((child) => new Place(file, child));
  }
  const isUnchanged = after.examples.some(({ value }) => isDeepStrictEqual(value, sample.value));
  return isUnchanged ? childrenIn(after, file) : undefined;
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

function uncompared(sample: Place, file: string, why: string): UpgradeFinding {
  return upgradeFinding(
    { file, path: '' },
    {
      severity: 'notice',
      rule: 'children-uncompared',
      what: `the children of ${titleOf(sample)} aren't compared: ${why}`,
      who: 'nobody, as far as is known',
      remedy: "run `check-upgrade` of the operator's own program, which renders the old samples with the new code",
    },
  );
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
