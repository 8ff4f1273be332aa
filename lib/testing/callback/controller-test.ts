// In: an operator, one custom resource, and objects in memory. Out: the results of a controller's callbacks.
// Called by authors' unit tests.

import {
  Action,
  type CustomResourceClass,
  type KubernetesObject,
  type ReconcileContext,
  type StatusReport,
} from '../../api/index.ts';
import { Controller } from '../../constructs/index.ts';
import { checkedReport, controllerLive, ObjectsCache, referencedObjects, render } from '../../render/index.ts';
import { CallbackTest } from './callback-test.ts';

/**
 * Calls the callbacks of the controller of a custom resource, in memory: see {@link CallbackTest}.
 *
 * `status` and `reconcile` find the rendered children, as after an apply of the manager. All objects of a child's name
 * count as the resource's own.
 *
 * @example
 * const test = new ControllerTest(operator, Memcached, { spec: { size: 2 } });
 * await test.put(k8s.KubePod, { metadata: { name: 'memcached-1', labels: { app: 'memcached', memcached_cr: 'test' } } });
 * assert.deepEqual(test.status().nodes, ['memcached-1']);
 */
export class ControllerTest<Api extends CustomResourceClass> extends CallbackTest<Api> {
  /**
   * Returns the children as `render` builds them, in the order in which the manager applies them.
   *
   * @throws RenderError for an error that the manager would report as RenderFailed.
   */
  render(): readonly KubernetesObject[] {
    return this.#rendered().children.map(({ object }) => object);
  }

  /**
   * Returns the result of `status`, with the children as an API server without controllers stores them.
   *
   * @throws TerminalError for fields that the status doesn't define.
   */
  status(): StatusReport<Api> {
    const { props, kind } = this.#controller;
    const { construct, children } = this.#rendered();
    const context = { ...this.#reading(() => this.objects(this.cluster.objectsWith(children))), children: construct };
    return checkedReport(kind, props.status?.(context) ?? {}) as StatusReport<Api>;
  }

  /** Applies the children and calls `reconcile`. Rejects with the error of the callback. */
  async reconcile(): Promise<Action> {
    const { props } = this.#controller;
    const { construct, children } = this.#rendered();
    for (const { kind, object } of children) await this.cluster.put(kind, object);
    const context = { ...this.#reading(), children: construct, ...this.effects(props.uses) };
    return (await this.cluster.call(async () => props.reconcile?.(context))) ?? Action.awaitChange();
  }

  /**
   * Calls `cleanup`, as for a resource that is being deleted. Resolves with undefined when the manager would remove the
   * finalizer.
   */
  async cleanup(): Promise<Action | undefined> {
    const { props } = this.#controller;
    const context = { ...this.#reading(), ...this.effects(props.uses) };
    return (await this.cluster.call(async () => props.cleanup?.(context))) ?? undefined;
  }

  /** Returns the context of `reconcile` without `children`, for functions that take a context or a part of it. */
  context(): Omit<ReconcileContext<Api>, 'children'> {
    const { resource } = this;
    return { ...this.#reading(), ...this.effects(this.#controller.props.uses), resource, spec: resource.spec };
  }

  get #controller(): Controller {
    const controllers = Controller.in(this.operator).filter(({ props }) => props.for === this.api);
    const [controller] = controllers;
    if (controller !== undefined && controllers.length === 1) return controller;
    const { kind } = this.api.definition;
    throw new TypeError(
      `${this.operator.name} has ${controllers.length} controllers of ${kind}: give the test an operator that has one`,
    );
  }

  #references() {
    const controller = this.#controller;
    const cache = new ObjectsCache(controller, () => this.objects());
    return referencedObjects(controller, this.subject.resource, cache);
  }

  #rendered() {
    return render(this.#controller, this.subject.resource, this.#references());
  }

  /** Returns the context members that read. */
  #reading(objects = () => this.objects()) {
    const controller = this.#controller;
    const cache = new ObjectsCache(controller, objects);
    const live = controllerLive(cache, { owns: controller.owns, namespace: this.subject.metadata.namespace });
    return { ...this.subject, references: this.#references(), live, now: this.now };
  }
}
