import { isDeepStrictEqual } from 'node:util';
import type { KubernetesObject } from '../../../api/index.ts';
import { fieldAt } from '../../../schema/index.ts';
import { type BundleContent, childrenIn, Place, sampleChildrenFile } from '../../content/index.ts';
import type { ChangePolicies } from '../child/immutable-child.ts';
import { objectIdentity } from '../object-identity.ts';

/** The result of the new release for a sample of the old one. */
export type RenderedSample =
  | {
      readonly children: readonly KubernetesObject[];
      /** The operator's policies for children that it can't change, or no longer renders. @default unknown */
      readonly policies?: ChangePolicies;
    }
  /** The reason why it can't be rendered. */
  | { readonly refusal: string };

/** Renders samples of the old release with the new one. */
export type SampleRender = (sample: KubernetesObject) => RenderedSample;

/** A sample in the new release. */
export type PresentSample =
  /** True if the children are those of an equal sample, false for another sample of the same kind and name. */
  | { readonly children: readonly Place[]; readonly isSame: boolean; readonly policies?: ChangePolicies | undefined }
  | { readonly refusal: string }
  | { readonly missing: MissingSample };

/** The reason why it is unknown: the new release has no sample of that kind and name, or no children file. */
export type MissingSample = 'no-sample' | 'no-children';

/** Renders a sample of the old release with the new one, or returns the sample of that kind and name in it. */
export function presentSample(sample: Place, after: BundleContent, render: SampleRender | undefined): PresentSample {
  const file = sampleChildrenFile(sample);
  if (render !== undefined && isKubernetesObject(sample.value)) {
    const rendered = render(sample.value);
    if ('refusal' in rendered) return rendered;
    const { children, policies } = rendered;
    return { children: children.map((child) => new Place(file, child)), isSame: true, policies };
  }
  const present = after.examples.find((each) => objectIdentity(each) === objectIdentity(sample));
  if (present === undefined) return { missing: 'no-sample' };
  const children = childrenIn(after, file);
  if (children === undefined) return { missing: 'no-children' };
  return { children, isSame: isDeepStrictEqual(present.value, sample.value) };
}

function isKubernetesObject(value: unknown): value is KubernetesObject {
  return ['apiVersion', 'kind', 'metadata.name'].every((path) => typeof fieldAt(value, path) === 'string');
}
