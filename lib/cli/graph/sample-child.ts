// In: an operator and a kind. Out: the children of that kind that its samples render. Called by `operatorGraph`.

import { groupVersionKind, isSameKind, type Kind, type KubernetesObject, noReferences } from '../../api/index.ts';
import { Controller, type Operator } from '../../constructs/index.ts';
import { type Child, createdResource, RenderError, render, startedImages } from '../../render/index.ts';

/**
 * Returns a line for each child of a kind that the samples render, and one for each of its images. A sample that can't
 * be rendered has none: `synth` reports it.
 */
export function renderedChildLines(operator: Operator, kind: Kind): string[] {
  const samples: readonly KubernetesObject[] = operator.samples?.toJson() ?? [];
  const children = samples.flatMap((sample) =>
    Controller.in(operator)
      .filter((controller) => isSameKind(controller.kind, groupVersionKind(sample)))
      .flatMap((controller) => renderedChildren(controller, sample)),
  );
  const lines = children
    .filter((child) => isSameKind(child.kind, kind))
    .flatMap(({ key, object }) => [key.name, ...startedImages(object).map(({ image }) => `image ${image}`)]);
  return [...new Set(lines)];
}

function renderedChildren(controller: Controller, sample: KubernetesObject): readonly Child[] {
  try {
    return render(controller, createdResource(sample, controller.kind), noReferences).children;
  } catch (error) {
    if (RenderError.is(error)) return [];
    throw error;
  }
}
