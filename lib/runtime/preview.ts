// In: an operator's definition, and a client. Out: the changes that its reconciles would make in the cluster. Called by
// the command line's `diff`.

import type { StoredObject } from '../api/index.ts';
import { untilAborted } from '../clock/index.ts';
import { Controller, distinctCachedKinds, type Operator } from '../constructs/index.ts';
import { PreviewedController, type PreviewedReconcile, type PreviewPorts } from './controller/index.ts';
import { assertPreflight } from './preflight.ts';
import { PublishedShapes } from './reconcile/index.ts';
import { SharedCaches } from './shared-caches.ts';

/**
 * Yields the effect that the next reconcile of each selected resource would have. All writes are dry runs with the
 * operator's field manager. `reconcile` and `cleanup` of controllers aren't called, and statuses aren't compared.
 *
 * @param isSelected - returns true for a resource to preview.
 * @throws PreflightError if the cluster lacks what the operator needs.
 * @throws ConnectionError if the API server can't be reached.
 * @example
 * const previewed = { ...ports, client: ports.connect() };
 * for await (const { resource, changes } of previewReconciles(operator, previewed, () => true, signal)) {
 *   console.log(resource.metadata.name, changes.map(({ action }) => action));
 * }
 */
export async function* previewReconciles(
  operator: Operator,
  ports: PreviewPorts,
  isSelected: (resource: StoredObject) => boolean,
  signal: AbortSignal,
): AsyncGenerator<PreviewedReconcile> {
  const definitions = Controller.in(operator);
  const kinds = distinctCachedKinds(definitions.flatMap(({ cachedKinds }) => cachedKinds)).map(({ kind }) => kind);
  const scope = {
    watchNamespaces: operator.props.watchNamespaces,
    isThirdParty: operator.isThirdParty.bind(operator),
    fieldManager: operator.name,
  };
  await assertPreflight(ports, { kinds, ...scope }, signal);
  const caches = new SharedCaches(ports, scope);
  const shapes = new PublishedShapes(
    ports,
    definitions.flatMap(({ owns }) => owns),
  );
  const shared = { ...ports, ...{ caches, shapes, fieldManager: operator.name } };
  const controllers = definitions.map((controller) => new PreviewedController(controller, shared));
  await fillCaches(caches, signal);
  for (const controller of controllers) {
    for (const resource of controller.resources.filter(isSelected)) yield await controller.preview(resource, signal);
  }
}

/** Fills the caches once: all reconciles see the same moment. */
async function fillCaches({ runnables }: SharedCaches, signal: AbortSignal): Promise<void> {
  const filled = new AbortController();
  const stop = AbortSignal.any([filled.signal, signal]);
  const watches = Promise.all(runnables.map((each) => each.run(stop))).finally(() => filled.abort());
  await untilAborted(Promise.all(runnables.map(async (each) => each.ready?.())), stop);
  filled.abort();
  await watches;
  signal.throwIfAborted();
}
