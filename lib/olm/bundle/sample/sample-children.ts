import { groupVersionKind, isSameKind, type KubernetesObject, noReferences } from '../../../api/index.ts';
import type { Controller } from '../../../constructs/index.ts';
import { createdResource, RenderError, render } from '../../../render/index.ts';
import { type ManifestFinding, manifestTitle } from '../manifest-finding.ts';

/** The children of a sample, or the reason why it can't be rendered. */
export interface SampleChildren {
  readonly children: readonly KubernetesObject[];
  readonly findings: readonly ManifestFinding[];
}

/** Renders a sample with each controller of its kind. A failed render is a finding. */
export function sampleChildren(sample: KubernetesObject, controllers: readonly Controller[]): SampleChildren {
  const renders = controllers
    .filter(({ kind }) => isSameKind(kind, groupVersionKind(sample)))
    .map((controller) => childrenOfController(sample, controller));
  return {
    children: renders.flatMap(({ children }) => children),
    findings: renders.flatMap(({ findings }) => findings),
  };
}

function childrenOfController(sample: KubernetesObject, controller: Controller): SampleChildren {
  try {
    const { children } = render(controller, createdResource(sample, controller.kind), noReferences);
    return { children: children.map(({ object }) => object), findings: [] };
  } catch (error) {
    if (!RenderError.is(error)) throw error;
    const finding: ManifestFinding = {
      manifest: sample,
      what: `${manifestTitle(sample)} can't be rendered`,
      why: error.findings.join('; '),
      remedy: 'fix the render or the sample; the images that it starts are part of the bundle',
    };
    return { children: [], findings: [finding] };
  }
}
