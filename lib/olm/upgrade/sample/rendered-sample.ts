// In: a sample of the old release. Out: what becomes of it in the new one, and the children that it has there.
// Called for each sample of the old release.

import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type KubernetesObject } from '../../../api/index.ts';
import { type BundleContent, childrenFile, Place } from '../../content/index.ts';
import type { ChildFates } from '../child/child-fate.ts';
import { objectIdentity } from '../object-identity.ts';

/** What a sample of the old release becomes by the new one. */
export type RenderedSample =
  | {
      readonly children: readonly KubernetesObject[];
      /** What the operator does about children that it can't change, or no longer renders. @default nobody knows */
      readonly fates?: ChildFates;
    }
  /** Why it becomes nothing. */
  | { readonly refusal: string };

/** Renders samples of the old release as the new one does. */
export type SampleRender = (sample: KubernetesObject) => RenderedSample;

/** The children that came with a bundle; undefined if they didn't. */
export function childrenIn(bundle: BundleContent, file: string): readonly Place[] | undefined {
  return bundle.files.has(file) ? bundle.documentsOf(file).map(({ root }) => root) : undefined;
}

/** Where a bundle has what a sample renders to. */
export function sampleChildrenFile(sample: Place): string {
  const [kind, namespace, name] = [
    sample.at('kind'),
    ...['namespace', 'name'].map((field) => sample.at('metadata', field)),
  ].map(({ text }) => text);
  return childrenFile(kind ?? '', { namespace, name: name ?? '' });
}

/** What a sample is in the new release. */
export type PresentSample =
  /** Whether the children are those of the very same sample, or of another of the same kind and name. */
  | { readonly children: readonly Place[]; readonly isSame: boolean; readonly fates?: ChildFates | undefined }
  | { readonly refusal: string }
  | { readonly missing: MissingSample };

/** Why it isn't known: the new release has no sample of that kind and name, or came without its children. */
export type MissingSample = 'no-sample' | 'no-children';

/** Renders a sample of the old release as the new one does, or looks for the sample of that kind and name in it. */
export function presentSample(sample: Place, after: BundleContent, render: SampleRender | undefined): PresentSample {
  const file = sampleChildrenFile(sample);
  if (render !== undefined && isKubernetesObject(sample.value)) {
    const rendered = render(sample.value);
    if ('refusal' in rendered) return rendered;
    const { children, fates } = rendered;
    return { children: children.map((child) => new Place(file, child)), isSame: true, fates };
  }
  const present = after.examples.find((each) => objectIdentity(each) === objectIdentity(sample));
  if (present === undefined) return { missing: 'no-sample' };
  const children = childrenIn(after, file);
  if (children === undefined) return { missing: 'no-children' };
  return { children, isSame: isDeepStrictEqual(present.value, sample.value) };
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
