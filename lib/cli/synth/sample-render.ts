// In: a constructed operator. Out: the problems of its rendered samples. Called by `synth` for operators without a
// bundle: a bundle reports the same problems.

import { groupVersionKind, isSameKind, type KubernetesObject, noReferences } from '../../api/index.ts';
import { Controller, type Operator } from '../../constructs/index.ts';
import { constructPaths } from '../../olm/bundle/index.ts';
import { createdResource, RenderError, render } from '../../render/index.ts';

/**
 * Returns the problems of the children of an operator's samples, such as kinds that no controller owns: a line each,
 * with the path of the sample.
 *
 * Errors of the author's code are not reported: it may need data that only a cluster has.
 */
export function sampleRenderFindings(operator: Operator): string[] {
  const samples: readonly KubernetesObject[] = operator.samples?.toJson() ?? [];
  const pathOf = constructPaths(operator);
  return samples.flatMap((sample) =>
    Controller.in(operator)
      .filter(({ kind }) => isSameKind(kind, groupVersionKind(sample)))
      .flatMap((controller) => refusals(sample, controller).map((finding) => `  [${pathOf(sample)}] ${finding}`)),
  );
}

function refusals(sample: KubernetesObject, controller: Controller): readonly string[] {
  try {
    render(controller, createdResource(sample, controller.kind), noReferences);
    return [];
  } catch (error) {
    if (!RenderError.is(error)) throw error;
    return error.cause === undefined ? error.findings : [];
  }
}
