// In: a sample and the operator's controllers. Out: the objects that the sample would become in a cluster.
// Called for what can be known of children at build time.

import {
  type CustomResourceClass,
  groupVersionKind,
  isSameKind,
  type KubernetesObject,
  type Resource,
} from '../../api/index.ts';
import type { Controller } from '../../constructs/index.ts';
import { RenderError, render } from '../../render/index.ts';
import { type Finding, manifestTitle } from './finding.ts';

/** The children of a sample, or why it has none. */
export interface SampleChildren {
  readonly children: readonly KubernetesObject[];
  readonly findings: readonly Finding[];
}

/** Renders a sample as each controller of its kind would. A render that is refused is a finding. */
export function sampleChildren(sample: KubernetesObject, controllers: readonly Controller[]): SampleChildren {
  const renders = controllers
    .filter(({ kind }) => isSameKind(kind, groupVersionKind(sample)))
    .map((controller) => rendered(sample, controller));
  return {
    children: renders.flatMap(({ children }) => children),
    findings: renders.flatMap(({ findings }) => findings),
  };
}

function rendered(sample: KubernetesObject, controller: Controller): SampleChildren {
  try {
    const { children } = render(controller, created(sample, controller), () => undefined);
    return { children: children.map(({ object }) => object), findings: [] };
  } catch (error) {
    if (!RenderError.is(error)) throw error;
    const finding: Finding = {
      manifest: sample,
      what: `${manifestTitle(sample)} can't be rendered`,
      why: error.findings.join('; '),
      remedy: 'mend the render or the sample; the images that it starts are part of the bundle',
    };
    return { children: [], findings: [finding] };
  }
}

/** A sample as if it had just been created: its spec with defaults, and an identity that no real object has. */
function created(sample: KubernetesObject, { kind }: Controller): Resource<CustomResourceClass> {
  return {
    ...sample,
    metadata: {
      ...(kind.scope === 'Namespaced' && { namespace: 'default' }),
      ...sample.metadata,
      uid: '00000000-0000-0000-0000-000000000000',
      resourceVersion: '1',
      generation: 1,
      creationTimestamp: '1970-01-01T00:00:00Z',
    },
    spec: kind.spec.parse(sample.spec),
    status: {},
  };
}
