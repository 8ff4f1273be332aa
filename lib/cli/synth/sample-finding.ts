// In: a constructed operator. Out: the errors of its controllers' callbacks for its samples. Called by `synth`.

import { groupVersionKind, isSameKind, type KubernetesObject, noReferences } from '../../api/index.ts';
import { Controller, type Operator } from '../../constructs/index.ts';
import { constructPaths } from '../../olm/bundle/index.ts';
import {
  checkedReport,
  controllerLive,
  createdResource,
  ObjectsCache,
  RenderError,
  render,
} from '../../render/index.ts';
import { userFrames } from '../terminal/user-frames.ts';

/**
 * Returns the problems of the children of an operator's samples, such as kinds that no controller owns: a line each,
 * with the path of the sample. For operators without a bundle: a bundle reports the same problems.
 *
 * Errors of the author's code are not reported: it may need data that only a cluster has.
 */
export function sampleRenderFindings(operator: Operator): string[] {
  return samplesAndControllers(operator).flatMap(({ sample, path, controller }) =>
    renderRefusals(sample, controller).map((finding) => `  [${path}] ${finding}`),
  );
}

/**
 * Calls `status` for each sample, as the manager does right after it has been created: no child exists yet, and `live`
 * is empty.
 *
 * @returns one text for each finding: the paths of sample and controller, the error, and its places in the author's
 *   files. A sample that can't be rendered has none here: {@link sampleRenderFindings} and the bundle report it.
 */
export function sampleStatusFindings(operator: Operator): string[] {
  return samplesAndControllers(operator).flatMap(({ sample, path, controller }) =>
    statusErrors(sample, controller).map((error) => {
      const message = error instanceof Error ? error.message : String(error);
      const place = `\`status\` of ${controller.node.path}, called before any child exists`;
      return [`  [${path}] ${place}: ${message}`, ...userFrames(error)].join('\n');
    }),
  );
}

function samplesAndControllers(operator: Operator) {
  const samples: readonly KubernetesObject[] = operator.samples?.toJson() ?? [];
  const pathOf = constructPaths(operator);
  return samples.flatMap((sample) =>
    Controller.in(operator)
      .filter(({ kind }) => isSameKind(kind, groupVersionKind(sample)))
      .map((controller) => ({ sample, path: pathOf(sample), controller })),
  );
}

function renderRefusals(sample: KubernetesObject, controller: Controller): readonly string[] {
  try {
    render(controller, createdResource(sample, controller.kind), noReferences);
    return [];
  } catch (error) {
    if (!RenderError.is(error)) throw error;
    return error.cause === undefined ? error.findings : [];
  }
}

function statusErrors(sample: KubernetesObject, controller: Controller): readonly unknown[] {
  const { kind, props } = controller;
  if (props.status === undefined) return [];
  const resource = createdResource(sample, kind);
  const children = renderSample(controller, resource);
  if (children === undefined) return [];
  const cache = new ObjectsCache(controller, () => []);
  const live = controllerLive(cache, { owns: controller.owns, namespace: resource.metadata.namespace });
  const { metadata, spec } = resource;
  // The result of synth doesn't depend on time.
  const now = new Date(0);
  try {
    checkedReport(
      kind,
      props.status({ resource, metadata, spec, references: noReferences, children: children.construct, live, now }),
    );
    return [];
  } catch (error) {
    return [error];
  }
}

function renderSample(controller: Controller, resource: ReturnType<typeof createdResource>) {
  try {
    return render(controller, resource, noReferences);
  } catch (error) {
    if (RenderError.is(error)) return undefined;
    throw error;
  }
}
