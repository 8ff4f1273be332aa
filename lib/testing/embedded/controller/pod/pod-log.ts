// In: a request for the log of a container. Out: the lines of its script. Called by the API server.

import type { JsonObject } from '../../../../api/index.ts';
import { metadataText } from '../../../../built-in/index.ts';
import { objectsAt, scalarText } from '../../../../schema/index.ts';
import { type EmbeddedRequest, textResponse, type WholeResponse } from '../../request.ts';
import { badRequest } from '../../status-error.ts';
import type { PodScripts } from './pod-scripts.ts';
import { nothingRuns } from './pod-status.ts';

/** Returns the log of a pod. Streams end with the present lines. */
export function podLog(scripts: PodScripts, pod: JsonObject, { query }: EmbeddedRequest): WholeResponse {
  const name = metadataText(pod, 'name');
  const names = [...objectsAt(pod, 'spec.containers'), ...objectsAt(pod, 'spec.initContainers')].map((container) =>
    scalarText(container.name),
  );
  const container = query.get('container') ?? '';
  if (container === '' && objectsAt(pod, 'spec.containers').length > 1) {
    throw badRequest(`a container name must be specified for pod ${name}, choose one of: [${names.join(' ')}]`);
  }
  if (container !== '' && !names.includes(container))
    throw badRequest(`container ${container} is not valid for pod ${name}`);
  const { log = [nothingRuns] } = scripts.of(pod).script.options;
  const tail = query.get('tailLines');
  const lines = tail === null || !/^\d{1,9}$/.test(tail) ? log : log.slice(Math.max(0, log.length - Number(tail)));
  return textResponse(lines.map((line) => `${line}\n`).join(''));
}
