import {
  apiVersion,
  type CustomResourceClass,
  type KindReference,
  type ObjectKey,
  type ObjectMeta,
  type Observed,
  type Resource,
  type ResourceMetadata,
  resolveKind,
  type SpecInput,
  type StandardStatus,
  type Status,
  type StoredObject,
  type Use,
} from '../../api/index.ts';
import { declaredClient } from '../../client/index.ts';
import type { Operator } from '../../constructs/index.ts';
import { createdResource, ObjectsCache } from '../../render/index.ts';
import { CallbackRecorder, type RecordedEvent, type RecordedLine, type RecordedValue } from '../callback-recorder.ts';
import { ManualClock } from '../manual-clock.ts';
import { CallbackCluster, type CallbackRequest } from './callback-cluster.ts';

/** The resource of a {@link CallbackTest}. */
export interface CallbackTestOptions<Api extends CustomResourceClass> {
  /** @default the name `test`, and the namespace `default` for a kind with namespaces */
  readonly metadata?: ResourceMetadata;
  readonly spec: SpecInput<Api>;
  /** @default empty */
  readonly status?: Partial<Status<Api>> & StandardStatus;
  /** The `signal` of the callbacks. @default one that never aborts */
  readonly signal?: AbortSignal;
  /** The `now` of the callbacks of a controller. @default 2030-01-01T00:00:00Z */
  readonly now?: Date;
}

/** The fields of an object that a test needs. The test adds its kind, and the namespace of the resource. */
export type Fixture<Reference> = { readonly metadata: Partial<ObjectMeta> & Pick<ObjectMeta, 'name'> } & PartOf<
  Omit<Observed<Reference>, 'apiVersion' | 'kind' | 'metadata'>
>;

type PartOf<Value> = Value extends object ? { readonly [Field in keyof Value]?: PartOf<Value[Field]> } : Value;

/**
 * Calls callbacks of an operator for one custom resource in memory, without an API server. {@link ControllerTest} calls
 * those of a controller, {@link WebhookTest} those of webhooks.
 *
 * `put` adds the objects that `live`, `references` and `client` find. The Events, metrics, log lines and requests of
 * the callbacks are recorded. `client` reaches an {@link EmbeddedCluster}, which starts when it is first used and has the
 * definitions of the operator: it validates the writes of callbacks. No controllers change the objects, and no webhooks are
 * called; use a {@link scenario} to test behaviour that depends on these.
 */
export abstract class CallbackTest<Api extends CustomResourceClass> {
  protected readonly operator: Operator;
  protected readonly api: Api;
  protected readonly cluster: CallbackCluster;
  /** The context members of the resource. */
  protected readonly subject: ReturnType<typeof subjectOf>;
  protected readonly now: Date;
  readonly #recorder = new CallbackRecorder();
  readonly #signal: AbortSignal;

  /** @throws an Error that names the field if the spec doesn't fit the definition. */
  constructor(operator: Operator, api: Api, options: CallbackTestOptions<Api>) {
    this.operator = operator;
    this.api = api;
    this.subject = subjectOf(api, options);
    this.cluster = new CallbackCluster(operator, this.subject.metadata.namespace);
    this.now = options.now ?? new Date(new ManualClock().now());
    this.#signal = options.signal ?? new AbortController().signal;
  }

  /** The resource, with the metadata of a new object. */
  get resource(): Resource<Api> {
    return this.subject.resource as Resource<Api>;
  }

  /** The Events that callbacks recorded. */
  get events(): readonly RecordedEvent[] {
    return this.#recorder.events;
  }

  /** The values that callbacks recorded in metrics. */
  get metrics(): readonly RecordedValue[] {
    return this.#recorder.values;
  }

  /** The log lines of callbacks. */
  get log(): readonly RecordedLine[] {
    return this.#recorder.lines;
  }

  /** The requests that callbacks sent by `client`. */
  get requests(): readonly CallbackRequest[] {
    return this.cluster.requests;
  }

  /** Adds an object, or merges fields into an existing one. It may lack fields that the API server requires. */
  async put<Reference extends KindReference>(kind: Reference, fixture: Fixture<Reference>): Promise<void> {
    const resolved = resolveKind(kind);
    const { name } = fixture.metadata;
    const metadata = { ...this.#keyOf(kind, name), ...fixture.metadata };
    await this.cluster.put(resolved, { ...fixture, metadata, apiVersion: apiVersion(resolved), kind: resolved.kind });
  }

  /** Removes an object, even if it has finalizers. @param name - in the namespace of the resource */
  async remove(kind: KindReference, name: string | ObjectKey): Promise<void> {
    await this.cluster.remove(resolveKind(kind), this.#keyOf(kind, name));
  }

  /** Returns an object, such as one that a callback wrote. @param name - in the namespace of the resource */
  object<Reference extends KindReference>(kind: Reference, name: string | ObjectKey): Observed<Reference> | undefined {
    const cache = new ObjectsCache({ cachedKinds: [], indexes: [] }, () => this.cluster.objects);
    return cache.get(resolveKind(kind), this.#keyOf(kind, name)) as Observed<Reference> | undefined;
  }

  /**
   * Lets the next call of a method of `client` fail. If the next callback resolves without such a call, the test's method rejects
   * with an error.
   *
   * @param error - an error, or the code of an ApiError, such as 403.
   */
  failNext(verb: CallbackRequest['verb'], error: number | Error): void {
    this.cluster.failNext(verb, error);
  }

  /** Returns the context members with effects. */
  protected effects(uses: readonly Use[] = []) {
    const { eventRecorder: events, metrics, logger: log } = this.#recorder;
    const signal = this.#signal;
    const client = this.cluster.client(uses.map(({ kind }) => resolveKind(kind)));
    return {
      client: declaredClient(client, { uses, fieldManager: this.operator.name, signal }),
      events,
      metrics,
      log,
      signal,
    };
  }

  /** Returns all objects, the resource among them. */
  protected objects(others = this.cluster.objects): readonly StoredObject[] {
    return [{ ...this.subject.resource }, ...others];
  }

  #keyOf(kind: KindReference, name: string | ObjectKey): ObjectKey {
    if (typeof name !== 'string') return name;
    const { namespace } = this.subject.metadata;
    return resolveKind(kind).scope === 'Namespaced' && namespace !== undefined ? { namespace, name } : { name };
  }
}

function subjectOf<Api extends CustomResourceClass>(
  { definition }: Api,
  { metadata, spec, status }: CallbackTestOptions<Api>,
) {
  const written = {
    apiVersion: apiVersion(definition),
    kind: definition.kind,
    metadata: { name: 'test', ...metadata },
    spec,
  };
  const resource = { ...createdResource(written, definition), status: { ...status } };
  return { resource, metadata: resource.metadata, spec: resource.spec };
}
