// In: an operator, a custom resource as a request sends it, and objects in memory. Out: the responses of the operator's
// webhooks. Called by authors' unit tests.

import {
  type AdmissionFinding,
  type AdmissionRequest,
  type AdmissionUser,
  type CustomResourceClass,
  formatGroupVersionKind,
  type Mutation,
  type Proposed,
  type Resource,
  type SpecInput,
  type Use,
} from '../../api/index.ts';
import { MutatingWebhook, type ReadProps, ValidatingWebhook } from '../../constructs/index.ts';
import { webhookLive } from '../../render/index.ts';
import { CallbackTest } from './callback-test.ts';

/** A request of the API server to a webhook. */
export interface AdmissionOptions<Api extends CustomResourceClass> {
  /** The stored spec before the request. @default none: the request creates the resource */
  readonly previous?: SpecInput<Api>;
  /** @default a user `test` without groups */
  readonly user?: Partial<AdmissionUser>;
  /** @default false */
  readonly isDryRun?: boolean;
}

/**
 * Calls the webhooks of an operator for a custom resource, in memory: see {@link CallbackTest}. All webhooks of the
 * kind are called: selectors and match conditions are ignored.
 *
 * @example
 * const test = new WebhookTest(databases, Database, { spec: { version: '14.5', replicas: 1 } });
 * const findings = await test.validate({ previous: { version: '14.5', replicas: 3 } });
 * assert.deepEqual(findings, [{ field: 'spec.replicas', message: 'a database does not shrink' }]);
 */
export class WebhookTest<Api extends CustomResourceClass> extends CallbackTest<Api> {
  /** Returns the findings of all validating webhooks for a request that creates or changes the resource. */
  async validate(options: AdmissionOptions<Api> = {}): Promise<readonly AdmissionFinding[]> {
    return await this.#findings(async ({ props }) => await props.validate?.(this.#context(props, options)));
  }

  /** Returns the findings of all validating webhooks for a request that deletes the resource. */
  async validateDelete(options: Omit<AdmissionOptions<Api>, 'previous'> = {}): Promise<readonly AdmissionFinding[]> {
    const request = this.#request(options, 'DELETE');
    return await this.#findings(async ({ props }) => {
      // Until the request is answered, caches have the resource.
      const live = this.#live(props, this.subject.resource);
      const context = { ...this.#context(props, options), ...this.subject, live, request };
      return await props.validateDelete?.(context);
    });
  }

  /**
   * Returns the resource after all mutating webhooks, one after the other.
   *
   * @throws an Error if the spec isn't valid.
   */
  async mutate(options: AdmissionOptions<Api> = {}): Promise<Proposed<Api>> {
    return await this.cluster.call(async () => await this.#mutated(options));
  }

  async #mutated(options: AdmissionOptions<Api>): Promise<Proposed<Api>> {
    let resource: Proposed<CustomResourceClass> = structuredClone(this.subject.resource);
    for (const { props } of this.#ofKind('mutating', MutatingWebhook.in(this.operator))) {
      const { metadata } = resource;
      // As in a manager, a callback gets a copy: only its return value changes the object.
      const copy = structuredClone(resource);
      const context = { ...this.#context(props, options), resource: copy, metadata: copy.metadata, spec: copy.spec };
      const mutation: Mutation<CustomResourceClass> = (await props.mutate(context)) ?? {};
      const { spec = resource.spec, ...changes } = mutation;
      resource = { ...resource, metadata: { ...metadata, ...changes }, spec: this.api.definition.spec.parse(spec) };
    }
    return resource;
  }

  async #findings(
    validate: (webhook: ValidatingWebhook) => Promise<readonly AdmissionFinding[] | undefined>,
  ): Promise<readonly AdmissionFinding[]> {
    const webhooks = this.#ofKind('validating', ValidatingWebhook.in(this.operator));
    const findings = await this.cluster.call(async () => await Promise.all(webhooks.map(validate)));
    return findings.flatMap((each) => each ?? []);
  }

  /** Returns the webhooks of the kind. @throws TypeError if there is none: each test of it would pass. */
  #ofKind<Webhook extends ValidatingWebhook | MutatingWebhook>(
    type: 'validating' | 'mutating',
    webhooks: readonly Webhook[],
  ): readonly Webhook[] {
    const found = webhooks.filter(({ props }) => props.for === this.api);
    if (found.length > 0) return found;
    const kind = formatGroupVersionKind(this.api.definition);
    throw new TypeError(
      `${this.operator.name} has no ${type} webhook of ${kind}: give the test an operator that has one`,
    );
  }

  #context(props: ReadProps & { readonly uses?: readonly Use[] }, options: AdmissionOptions<Api>) {
    const { events: _, ...effects } = this.effects(props.uses);
    const { previous: before } = options;
    const stored = before && { ...this.subject.resource, spec: this.api.definition.spec.parse(before) };
    const request = this.#request(options, before === undefined ? 'CREATE' : 'UPDATE');
    return { ...this.subject, ...effects, previous: stored, live: this.#live(props, stored), request };
  }

  /** @param stored - the resource in the caches; undefined if it doesn't exist yet. */
  #live(props: ReadProps, stored: Resource<CustomResourceClass> | undefined) {
    const objects = [...(stored === undefined ? [] : [{ ...stored }]), ...this.cluster.objects];
    return webhookLive(props, objects, this.subject.metadata.namespace);
  }

  #request(
    { user, isDryRun = false }: AdmissionOptions<Api>,
    operation: AdmissionRequest['operation'],
  ): AdmissionRequest {
    return { operation, user: { username: 'test', groups: [], extra: {}, ...user }, isDryRun, uid: 'request' };
  }
}
