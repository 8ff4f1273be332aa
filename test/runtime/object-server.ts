import jsonPatch, { type Operation } from 'fast-json-patch';
import {
  apiVersion,
  isJsonObject,
  type JsonObject,
  type Kind,
  type KubernetesObject,
  type ObjectKey,
  objectKey,
  type StoredObject,
} from '../../lib/api/index.ts';
import {
  type ApiCall,
  ApiError,
  type ApplyOptions,
  type Client,
  type DeleteOptions,
  type JsonPatchOperation,
  type ListOptions,
  type ObjectContent,
  type Selection,
  type StatusCause,
  type WatchEvent,
  type WatchOptions,
  type WriteOptions,
} from '../../lib/client/index.ts';
import { refusal } from './refusal.ts';
import { applied, type FieldManager, updatedStatus } from './server-side-apply.ts';

/** A request that has reached the server: `verb plural namespace/name`. */
export type ServedCall = `${ApiCall['verb']} ${string}`;

/** Carries a request to the server and its response back, or only one of them, or none. */
export type Link = <Answer>(request: () => Answer, signal: AbortSignal | undefined) => Promise<Answer>;

const direct: Link = async (request, signal) => {
  signal?.throwIfAborted();
  return request();
};

type ObjectEvent = Exclude<WatchEvent, { readonly type: 'BOOKMARK' }>;

/** The history of the objects of one kind. */
interface KindHistory {
  readonly events: ObjectEvent[];
  /** Resolves at the next event. */
  news: PromiseWithResolvers<void>;
}

/**
 * The parts of an API server that the runtime needs: versions, generations, uids, finalizers, preconditions, the status
 * subresource, field ownership, dry runs, immutable fields of StatefulSets and volume claims, and watches with an
 * unlimited history.
 */
export class ObjectServer {
  /** Requests for single objects. */
  readonly calls: ServedCall[] = [];
  /** Requests for lists and watches. */
  readonly followings: ServedCall[] = [];
  /** The plurals of kinds that aren't served. */
  readonly #withdrawn = new Set<string>();
  /** Plural → the status code of refused lists and watches. */
  readonly #failing = new Map<string, number>();
  readonly #objects = new Map<string, StoredObject>();
  /** The collections by plural. */
  readonly #histories = new Map<string, KindHistory>();
  /** etcd is at 1 before it stores anything. */
  #version = 1;
  #isHeld = false;
  /** True if the StorageClass of the volume claims allows expansion. */
  allowsExpansion = true;

  /** Stops serving a kind, as when its CRD is deleted or no longer serves the version: watches end. */
  withdraw(kind: Kind): void {
    this.#withdrawn.add(kind.plural);
    wake(this.#history(kind.plural));
  }

  /** Serves a kind again, as when its CRD is installed. */
  serve({ plural }: Kind): void {
    this.#withdrawn.delete(plural);
  }

  /** Refuses lists and watches of a served kind, as when its conversion fails or a proxy has an error: watches end. */
  fail({ plural }: Kind, code: number): void {
    this.#failing.set(plural, code);
    wake(this.#history(plural));
  }

  /** Allows lists and watches of a kind again. */
  repair({ plural }: Kind): void {
    this.#failing.delete(plural);
  }

  /** Returns all objects of a kind. */
  objects({ plural }: Kind): StoredObject[] {
    return [...this.#objects].filter(([path]) => path.startsWith(`${plural} `)).map(([, object]) => object);
  }

  /** Returns one object. */
  object(kind: Kind, key: ObjectKey): StoredObject | undefined {
    return this.#objects.get(pathOf(kind, key));
  }

  /** The requests with writes. */
  get writes(): ServedCall[] {
    return this.calls.filter((call) => !call.startsWith('get '));
  }

  /** Sets fields as `manager`, which owns nothing else, such as a user with an editor or another controller. */
  edit(kind: Kind, object: KubernetesObject, manager = 'editor'): StoredObject {
    return this.#applied(kind, object, { manager, operation: 'Update' }, true);
  }

  /** Creates an object, or replaces the content of an existing one, as `kubectl replace` does. */
  put(kind: Kind, object: KubernetesObject): StoredObject {
    const before = this.object(kind, objectKey(object));
    if (before === undefined) return this.#stored(kind, this.#born(object));
    const metadata = { ...before.metadata, ...object.metadata };
    return this.#changed(kind, before, { ...object, metadata, status: before.status });
  }

  /** Sets the status as the controller of the kind does. */
  editStatus(kind: Kind, { namespace, name }: ObjectKey, status: JsonObject): StoredObject {
    const metadata = { name, ...(namespace !== undefined && { namespace }) };
    const by: FieldManager = { manager: 'kind-controller', operation: 'Update', subresource: 'status' };
    return this.#applied(kind, { apiVersion: apiVersion(kind), kind: kind.kind, metadata, status }, by, true);
  }

  /** Deletes an object as `kubectl delete` does: finalizers block the deletion. */
  delete(kind: Kind, key: ObjectKey): void {
    const object = this.object(kind, key);
    if (object?.metadata.finalizers === undefined) {
      this.remove(kind, key);
    } else if (object.metadata.deletionTimestamp === undefined) {
      const generation = (object.metadata.generation ?? 0) + 1;
      const metadata = { ...object.metadata, generation, deletionTimestamp: '2030-01-01T00:00:00Z' };
      this.#stored(kind, { ...object, metadata });
    }
  }

  /**
   * Ends the deletions that wait for the garbage collector, and deletes or orphans the dependents according to their
   * policy.
   */
  collectGarbage(): void {
    for (const [path, { metadata }] of [...this.#objects]) {
      const finalizers = metadata.finalizers ?? [];
      const isOrphaning = finalizers.includes('orphan');
      if (metadata.deletionTimestamp === undefined || !(isOrphaning || finalizers.includes('foregroundDeletion')))
        continue;
      const [plural = ''] = path.split(' ');
      for (const [dependentPath, dependent] of [...this.#objects]) {
        const others = dependent.metadata.ownerReferences?.filter(({ uid }) => uid !== metadata.uid) ?? [];
        if (others.length === (dependent.metadata.ownerReferences?.length ?? 0)) continue;
        const place = { plural: dependentPath.split(' ')[0] ?? '' };
        const { ownerReferences: _, ...unowned } = dependent.metadata;
        if (!isOrphaning) this.#removed(place, dependent);
        else
          this.#stored(place, {
            ...dependent,
            metadata: { ...unowned, ...(others.length > 0 && { ownerReferences: others }) },
          });
      }
      const object = this.#objects.get(path);
      if (object !== undefined) this.#removed({ plural }, object);
    }
  }

  /** Removes an object, as the garbage collector and the expiry of an Event do. */
  remove(kind: Kind, key: ObjectKey): void {
    const object = this.#objects.get(pathOf(kind, key));
    if (object !== undefined) this.#removed(kind, object);
  }

  /** Delays watches until {@link ObjectServer.release}. */
  hold(): void {
    this.#isHeld = true;
  }

  /** Lets watches catch up. */
  release(): void {
    this.#isHeld = false;
    for (const history of this.#histories.values()) wake(history);
  }

  /** A client whose requests for single objects use `link`. */
  client(link: Link = direct): Client {
    const absent = () => {
      throw new Error('this server knows objects only');
    };
    return {
      get: (kind, key, options) => link(() => this.#get(kind, key), options?.signal),
      create: (kind, object, options) => link(() => this.#create(kind, object, options), options?.signal),
      patch: (kind, key, patch, options) =>
        link(
          () =>
            patch.type === 'merge'
              ? this.#patch(kind, key, patch.body)
              : this.#patchPaths(kind, key, patch.body, options),
          options?.signal,
        ),
      apply: (kind, object, options) => link(() => this.#apply(kind, object, options), options.signal),
      delete: (kind, key, options) => link(() => this.#delete(kind, key, options), options?.signal),
      list: async (kind, { transform = (object: StoredObject) => object, ...selection } = {}) => {
        this.#followed('list', kind);
        const items = this.#listed(kind, selection).map((object) => transform(object));
        return { resourceVersion: String(this.#version), items };
      },
      watch: (kind, options) => this.#watch(kind, options),
      openApi: absent,
      openApiHashes: absent,
      serves: async (kind) => {
        this.followings.push(`ask for the served kinds ${kind.plural}`);
        return !this.#withdrawn.has(kind.plural);
      },
      serverVersion: absent,
      isReady: async () => true,
      close: async () => undefined,
    };
  }

  #delete(kind: Kind, key: ObjectKey, options: DeleteOptions = {}): void {
    const { uid, resourceVersion, propagationPolicy = 'Background' } = options;
    const object = this.#found('delete', kind, key);
    if (uid !== undefined && uid !== object.metadata.uid) {
      const message = `the UID in the precondition (${uid}) does not match the UID in record`;
      throw refusal('delete', kind, key, 409, 'Conflict', { message });
    }
    if (resourceVersion !== undefined && resourceVersion !== object.metadata.resourceVersion) {
      throw refusal('delete', kind, key, 409, 'Conflict');
    }
    const finalizer = collecting[propagationPolicy];
    if (finalizer === undefined) {
      this.delete(kind, key);
      return;
    }
    const { finalizers: others = [], deletionTimestamp } = object.metadata;
    if (others.includes(finalizer)) return;
    this.#stored(kind, { ...object, metadata: { ...object.metadata, finalizers: [...others, finalizer] } });
    if (deletionTimestamp === undefined) this.delete(kind, key);
  }

  #get(kind: Kind, key: ObjectKey): StoredObject {
    return this.#found('get', kind, key);
  }

  #create(kind: Kind, object: KubernetesObject, { dryRun = false }: WriteOptions = {}): StoredObject {
    const key = objectKey(object);
    const path = this.#served('create', kind, key);
    if (this.#objects.has(path)) throw refusal('create', kind, key, 409, 'AlreadyExists');
    const flaws = [...flawsOf(object), ...flawsOfNew(object)];
    if (flaws.length > 0) throw refusal('create', kind, key, 422, 'Invalid', { causes: flaws });
    if (dryRun) return { ...object, metadata: { ...object.metadata, ...identityOf(this.#version) } };
    return this.#stored(kind, this.#born(object));
  }

  #patch(kind: Kind, key: ObjectKey, { metadata, ...body }: JsonObject): StoredObject {
    const object = this.#found('patch', kind, key);
    const { resourceVersion, ...changes } = isJsonObject(metadata) ? metadata : {};
    if (resourceVersion !== undefined && resourceVersion !== object.metadata.resourceVersion)
      throw refusal('patch', kind, key, 409, 'Conflict');
    const { finalizers, ...others } = { ...object.metadata, ...changes };
    const isHeldUp = Array.isArray(finalizers) && finalizers.length > 0;
    const patched = {
      ...object,
      ...mergedFields(object, body),
      metadata: { ...others, ...(isHeldUp && { finalizers }) },
    };
    this.#refuseChange('patch', kind, object, patched);
    if (isHeldUp || others.deletionTimestamp === undefined) return this.#stored(kind, patched);
    this.#removed(kind, object);
    return patched;
  }

  #patchPaths(
    kind: Kind,
    key: ObjectKey,
    operations: readonly JsonPatchOperation[],
    { fieldManager = 'operand', subresource }: WriteOptions & { readonly subresource?: string } = {},
  ): StoredObject {
    const object = this.#found('patch', kind, key, subresource === undefined ? kind : part(kind, subresource));
    const steps = operations.map((operation) => ({ ...operation })) as Operation[];
    const { newDocument } = jsonPatch.applyPatch(structuredClone(object), steps);
    const isOutdated = newDocument.metadata.resourceVersion !== object.metadata.resourceVersion;
    if (isOutdated) throw refusal('patch', kind, key, 409, 'Conflict');
    if (subresource === undefined) return this.#stored(kind, newDocument);
    const by: FieldManager = { manager: fieldManager, operation: 'Update', subresource };
    return this.#changed(kind, object, updatedStatus(object, newDocument.status, by));
  }

  #apply(kind: Kind, object: KubernetesObject, { fieldManager, force, subresource }: ApplyOptions): StoredObject {
    const key = objectKey(object);
    const place = subresource === undefined ? kind : part(kind, subresource);
    this.#served('apply', place, key);
    const before = this.#objects.get(pathOf(kind, key));
    const { uid, resourceVersion = before?.metadata.resourceVersion } = object.metadata;
    if (before === undefined && subresource !== undefined) throw refusal('apply', kind, key, 404, 'NotFound');
    if (before === undefined && uid !== undefined) {
      throw refusal('apply', kind, key, 409, 'Conflict', { message: `uid mismatch: the object specified uid ${uid}` });
    }
    if (before !== undefined && resourceVersion !== before.metadata.resourceVersion) {
      throw refusal('apply', kind, key, 409, 'Conflict');
    }
    if (before !== undefined && uid !== undefined && uid !== before.metadata.uid && subresource === undefined) {
      throw refusal('apply', kind, key, 422, 'Invalid', { causes: [{ field: 'metadata.uid' }] });
    }
    if (before !== undefined && subresource === undefined) this.#refuseChange('apply', kind, before, object);
    const flaws = [...flawsOf(object), ...(before === undefined ? flawsOfNew(object) : [])];
    if (flaws.length > 0) throw refusal('apply', kind, key, 422, 'Invalid', { causes: flaws });
    return this.#applied(kind, object, { manager: fieldManager, operation: 'Apply', subresource }, force);
  }

  #refuseChange(verb: ApiCall['verb'], kind: Kind, before: StoredObject, after: KubernetesObject): void {
    const key = objectKey(before);
    const flaws = flawsOf(after);
    const fixed = fixedFields[kind.kind]?.filter((field) => isChanged(before.spec, after.spec, field)) ?? [];
    if (fixed.length > 0) {
      throw refusal(verb, kind, key, 422, 'Invalid', { causes: [...flaws, ...immutability(kind)] });
    }
    if (kind.kind !== 'PersistentVolumeClaim' || !isChanged(before.spec, after.spec, 'resources')) return;
    const { phase } = isJsonObject(before.status) ? before.status : {};
    if (phase !== 'Bound') throw refusal(verb, kind, key, 422, 'Invalid', { causes: immutability(kind) });
    if (this.allowsExpansion) return;
    const message = `persistentvolumeclaims "${key.name}" is forbidden: only dynamically provisioned pvc can be resized`;
    throw refusal(verb, kind, key, 403, 'Forbidden', { message });
  }

  #applied(kind: Kind, desired: KubernetesObject, by: FieldManager, force: boolean): StoredObject {
    const key = objectKey(desired);
    const before = this.#objects.get(pathOf(kind, key));
    const { object, conflicts } = applied(before, desired, by);
    if (conflicts.length > 0 && !force) {
      const causes = conflicts.map((field) => ({ reason: 'FieldManagerConflict', field }));
      throw refusal('apply', kind, key, 409, 'Conflict', { causes });
    }
    if (before === undefined) return this.#stored(kind, this.#born(object));
    return this.#changed(kind, before, { ...object, metadata: { ...before.metadata, ...object.metadata } });
  }

  #changed(kind: Kind, before: StoredObject, object: StoredObject): StoredObject {
    if (JSON.stringify(object) === JSON.stringify(before)) return before;
    const isNewSpec = JSON.stringify(bodyOf(object)) !== JSON.stringify(bodyOf(before));
    const { generation } = before.metadata;
    if (generation === undefined || !isNewSpec) return this.#stored(kind, object);
    return this.#stored(kind, { ...object, metadata: { ...object.metadata, generation: generation + 1 } });
  }

  #born(object: KubernetesObject): StoredObject {
    const identity = identityOf(this.#version);
    // Few kinds of the core group count generations.
    const generation = object.apiVersion.includes('/') && { generation: 1 };
    return { ...object, metadata: { ...object.metadata, ...identity, ...generation } };
  }

  async *#watch(kind: Kind, options: WatchOptions): AsyncGenerator<WatchEvent> {
    this.#followed('watch', kind);
    const { resourceVersion = String(this.#version), content, signal } = options;
    const history = this.#history(kind.plural);
    const seen = history.events.findLastIndex(
      ({ object }) => Number(object.metadata.resourceVersion) <= Number(resourceVersion),
    );
    let position = seen + 1;
    if (options.resourceVersion === undefined) {
      for (const object of this.#listed(kind, options)) yield { type: 'ADDED', object };
      yield { type: 'BOOKMARK', resourceVersion, isEndOfList: true };
    }
    const ended = Promise.withResolvers<void>();
    signal?.addEventListener('abort', () => ended.resolve(), { once: true });
    while (signal?.aborted !== true && this.#shows(kind)) {
      const event = this.#isHeld ? undefined : history.events[position];
      if (event === undefined) {
        await Promise.race([history.news.promise, ended.promise]);
      } else {
        position += 1;
        if (isSelected(event.object, options)) yield { ...event, object: shown(event.object, content) };
      }
    }
  }

  #shows({ plural }: Kind): boolean {
    return !this.#withdrawn.has(plural) && !this.#failing.has(plural);
  }

  #listed(kind: Kind, selection: ListOptions | WatchOptions): StoredObject[] {
    const selected = this.objects(kind).filter((object) => isSelected(object, selection));
    return selected.map((object) => shown(object, selection.content));
  }

  #found(verb: ApiCall['verb'], kind: Kind, key: ObjectKey, place = kind): StoredObject {
    this.#served(verb, place, key);
    const object = this.#objects.get(pathOf(kind, key));
    if (object === undefined) throw refusal(verb, kind, key, 404, 'NotFound');
    return object;
  }

  #served(verb: ApiCall['verb'], kind: Kind, key: ObjectKey): string {
    const path = pathOf(kind, key);
    this.calls.push(`${verb} ${path}`);
    this.#refuseWithdrawn(verb, kind);
    return path;
  }

  #followed(verb: 'list' | 'watch', kind: Kind): void {
    this.followings.push(`${verb} ${kind.plural}`);
    this.#refuseWithdrawn(verb, kind);
    const code = this.#failing.get(kind.plural);
    if (code === undefined) return;
    const message = code === 404 ? 'the server could not find the requested resource' : 'the objects are not to be had';
    throw new ApiError(
      { verb, kind },
      { code, reason: code === 404 ? 'NotFound' : 'InternalError', message, causes: [] },
    );
  }

  #refuseWithdrawn(verb: ApiCall['verb'], kind: Kind): void {
    if (!this.#withdrawn.has(kind.plural)) return;
    const message = 'the server could not find the requested resource';
    throw new ApiError({ verb, kind }, { code: 404, reason: 'NotFound', message, causes: [] });
  }

  #stored(kind: Pick<Kind, 'plural'>, object: StoredObject): StoredObject {
    const path = pathOf(kind, objectKey(object));
    const type = this.#objects.has(path) ? 'MODIFIED' : 'ADDED';
    const stored = this.#versioned(object);
    this.#objects.set(path, stored);
    this.#happened(kind, { type, object: stored });
    return stored;
  }

  #removed(kind: Pick<Kind, 'plural'>, object: StoredObject): void {
    this.#objects.delete(pathOf(kind, objectKey(object)));
    this.#happened(kind, { type: 'DELETED', object: this.#versioned(object) });
  }

  #versioned(object: StoredObject): StoredObject {
    this.#version += 1;
    return { ...object, metadata: { ...object.metadata, resourceVersion: String(this.#version) } };
  }

  #happened({ plural }: Pick<Kind, 'plural'>, event: ObjectEvent): void {
    const history = this.#history(plural);
    history.events.push(event);
    wake(history);
  }

  #history(plural: string): KindHistory {
    const history = this.#histories.get(plural) ?? { events: [], news: Promise.withResolvers<void>() };
    this.#histories.set(plural, history);
    return history;
  }
}

function wake(history: KindHistory): void {
  history.news.resolve();
  history.news = Promise.withResolvers();
}

/** Propagation policy → the finalizer that the garbage collector removes. */
const collecting: Readonly<Record<NonNullable<DeleteOptions['propagationPolicy']>, string | undefined>> = {
  Background: undefined,
  Foreground: 'foregroundDeletion',
  Orphan: 'orphan',
};

/** Kind → the immutable fields of the spec. */
const fixedFields: Readonly<Record<string, readonly string[]>> = {
  Job: ['template'],
  StatefulSet: ['selector', 'serviceName', 'volumeClaimTemplates'],
};

/** Returns the server's error for a change of immutable fields. */
function immutability({ kind }: Kind): StatusCause[] {
  const words =
    kind === 'StatefulSet'
      ? "updates to statefulset spec for fields other than 'replicas', 'template' are forbidden"
      : 'spec is immutable after creation except resources.requests for bound claims';
  return [{ reason: 'FieldValueForbidden', message: `Forbidden: ${words}`, field: 'spec' }];
}

/** Returns the errors of creations only: negative claims, and claims of a StorageClass called `-`. */
function flawsOfNew({ spec }: KubernetesObject): StatusCause[] {
  const { volumeClaimTemplates = [] } = isJsonObject(spec) ? spec : {};
  const isFlawed = /"(storage|storageClassName)":"-/.test(JSON.stringify(volumeClaimTemplates));
  const message = 'Invalid value: must be greater than zero';
  return isFlawed ? [{ reason: 'FieldValueInvalid', message, field: 'spec.volumeClaimTemplates[0]' }] : [];
}

/** Returns the errors of any write: negative replicas. */
function flawsOf({ spec }: KubernetesObject): StatusCause[] {
  const { replicas } = isJsonObject(spec) ? spec : {};
  const message = `Invalid value: ${replicas}: must be greater than or equal to 0`;
  return Number(replicas) < 0 ? [{ reason: 'FieldValueInvalid', message, field: 'spec.replicas' }] : [];
}

function isChanged(before: unknown, after: unknown, field: string): boolean {
  const [one, other] = [before, after].map((spec) => (isJsonObject(spec) ? spec[field] : undefined));
  return JSON.stringify(one) !== JSON.stringify(other);
}

/** A subresource, as calls name it. */
function part(kind: Kind, subresource: string): Kind {
  return { ...kind, plural: `${kind.plural}/${subresource}` };
}

/** Merges the fields of a merge patch with the existing ones. */
function mergedFields(object: Readonly<Record<string, unknown>>, patch: JsonObject): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(patch).map(([name, value]) => {
      const before = object[name];
      const isMap = isJsonObject(before) && isJsonObject(value);
      return [name, isMap ? { ...before, ...mergedFields(before, value) } : value];
    }),
  );
}

function identityOf(version: number) {
  return { uid: `uid-${version}`, resourceVersion: '', creationTimestamp: '2030-01-01T00:00:00Z' };
}

/** Returns the form of an object in a list or watch. */
function shown(object: StoredObject, content: ObjectContent = 'whole'): StoredObject {
  const { apiVersion, kind, metadata } = object;
  return content === 'whole' ? object : { apiVersion, kind, metadata };
}

/** Returns true if a list or watch selects an object: by its namespace, and by the one supported field selector. */
function isSelected({ metadata }: StoredObject, { namespace, fieldSelector }: Selection = {}): boolean {
  const name = /^metadata\.name=(.+)$/.exec(fieldSelector ?? '')?.[1];
  return (namespace ?? metadata.namespace) === metadata.namespace && (name ?? metadata.name) === metadata.name;
}

function bodyOf({ metadata: _metadata, status: _status, ...body }: KubernetesObject): object {
  return body;
}

function pathOf({ plural }: Pick<Kind, 'plural'>, { namespace, name }: ObjectKey): string {
  return `${plural} ${namespace}/${name}`;
}
