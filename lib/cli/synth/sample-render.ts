// In: an operator, constructed. Out: why its samples can't become what it renders from them.
// Called by `synth`, for operators of which it makes no bundle: there, the same is found with all else.

import { groupVersionKind, isSameKind, type KubernetesObject, noReferences } from '../../api/index.ts';
import { Controller, type Operator } from '../../constructs/index.ts';
import { constructPaths } from '../../olm/bundle/index.ts';
import { createdResource, RenderError, render } from '../../render/index.ts';

/**
 * What is wrong with the children of an operator's samples, such as kinds that no controller owns: a line each, with the
 * path of the sample.
 *
 * What the author's code throws is no finding: perhaps it takes what only a cluster has.
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
