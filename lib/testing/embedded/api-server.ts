// In: one request of any client. Out: its answer. Called by the listener, and by clients in the same process.

import type { JsonObject } from '../../api/index.ts';
import { documentAnswer } from './answer/document.ts';
import { type AnswerForm, answerForm } from './answer/media-type.ts';
import { shownObject, shownPage } from './answer/shown-object.ts';
import type { AuditedRequest, AuditRecorder } from './audit-recorder.ts';
import { AccountTokens, apiAudience } from './authentication/account-token.ts';
import { authenticatedUser } from './authentication/authenticated-user.ts';
import { Impersonation } from './authentication/impersonation.ts';
import type { Authorizer } from './authorization/authorizer.ts';
import { requestRight } from './authorization/request-right.ts';
import { builtInDiscovery } from './built-in/built-in-types.ts';
import { namespaces, serviceAccounts } from './collection.ts';
import { fieldsIn } from './field.ts';
import { parsedJson } from './json-text.ts';
import { metadataFields, metadataText } from './object.ts';
import { listQuery, versionNumber } from './read/list-query.ts';
import { pageOf } from './read/object-list.ts';
import { ObjectWatch } from './read/object-watch.ts';
import { type EmbeddedAnswer, type EmbeddedRequest, jsonAnswer, type Requester, textAnswer } from './request.ts';
import { type ResourcePath, resourcePath } from './resource-path.ts';
import type { ResourceType } from './resource-type.ts';
import { isReviewKind, reviewAnswer } from './review/review-request.ts';
import type { ServerState } from './server-state.ts';
import {
  methodNotAllowed,
  noSuchResource,
  notImplemented,
  objectNotFound,
  StatusError,
  unsupportedVerb,
} from './status-error.ts';
import type { RequestUser } from './user.ts';
import { assertUid } from './write/changed-object.ts';
import { assertAddressed, assertNamed, decodedBody } from './write/decoded-body.ts';
import { deleteObject, deletionOptions } from './write/object-delete.ts';
import { isApply, patchFunction, patchObject } from './write/object-patch.ts';
import { createObject, updateObject } from './write/object-write.ts';
import { patchableScale, scaleOf } from './write/scale.ts';
import { storeKey, type Target } from './write/target.ts';
import { writeQuery } from './write/write-query.ts';

/** One object or collection that a request addresses. */
interface Addressed extends ResourcePath {
  readonly type: ResourceType;
}

/** A request, and the warnings that its answer gets. */
interface Call extends EmbeddedRequest {
  readonly requester: Requester;
}

const thirtyDaysSeconds = 30 * 24 * 3_600;

/** The parts that decide about requests, and record them. */
interface AccessPorts {
  readonly authorizer: Authorizer;
  readonly audit: AuditRecorder | undefined;
}

/** The requests of the embedded API server. */
export class EmbeddedApiServer {
  readonly #state: ServerState;
  readonly #watches = new Set<ObjectWatch>();
  readonly #authorizer: Authorizer;
  readonly #tokens: AccountTokens;
  readonly #impersonation = new Impersonation();
  /** The requests, if they are recorded. */
  readonly audit: AuditRecorder | undefined;
  /** The address in discovery documents. */
  serverAddress = 'embedded';

  constructor(state: ServerState, { authorizer, audit }: AccessPorts) {
    this.#state = state;
    this.#authorizer = authorizer;
    this.#tokens = new AccountTokens(state);
    this.audit = audit;
  }

  /** Answers a request; errors of the API server are answers too. */
  async answer(request: EmbeddedRequest): Promise<EmbeddedAnswer> {
    const audited = this.audit?.received(request);
    const answer = await this.#answerOrRefusal(request, audited);
    audited?.answered(answer);
    return answer;
  }

  async #answerOrRefusal(request: EmbeddedRequest, audited: AuditedRequest | undefined): Promise<EmbeddedAnswer> {
    const warnings = new Set<string>();
    try {
      const answer = await this.#answer({ ...request, requester: { user: this.#userOf(request, audited), warnings } });
      return answer.kind === 'whole' ? { ...answer, warnings: [...warnings] } : answer;
    } catch (error) {
      if (!StatusError.is(error)) throw error;
      return jsonAnswer(error.status, { status: error.code, warnings: [...warnings] });
    }
  }

  /** Returns the user that a request acts as. @throws StatusError if it has no right to the request. */
  #userOf(request: EmbeddedRequest, audited: AuditedRequest | undefined): RequestUser {
    const authorizer = this.#authorizer;
    const user = authenticatedUser(request, this.#tokens);
    audited?.sentBy(user);
    const right = requestRight(request);
    const acting = this.#impersonation.actingUser(user, request.headers, { right, authorizer });
    if (acting !== user) audited?.actingAs(acting);
    authorizer.assertAllowed(acting, right);
    return acting;
  }

  /** Returns a token of a ServiceAccount for thirty days. @throws Error if the ServiceAccount doesn't exist. */
  accountToken(namespace: string, name: string): string {
    const account = this.#state.store.get(serviceAccounts, `${namespace}/${name}`);
    if (account === undefined) throw new Error(`no token for ServiceAccount ${namespace}/${name}: create it first`);
    return this.#tokens.issue({
      namespace,
      account: { name, uid: metadataText(account, 'uid') },
      bound: {},
      audiences: [apiAudience],
      lifetimeSeconds: thirtyDaysSeconds,
    });
  }

  /** Ends the watches of a collection, as when its definition is deleted. */
  endWatches(collection: string): void {
    for (const watch of this.#watches) if (watch.type.collection === collection) watch.end();
  }

  /** Ends all watches. */
  close(): void {
    for (const watch of this.#watches) watch.end();
  }

  async #answer(request: Call): Promise<EmbeddedAnswer> {
    const path = resourcePath(request.path);
    if (path === undefined) return documentAnswer(request, this.#state.registry, this.serverAddress);
    const { registry } = this.#state;
    const resource = path.subresource === '' ? path.plural : `${path.plural}/${path.subresource}`;
    const created = registry.created(path.group, path.version, resource);
    if (created !== undefined && isReviewKind(created.kind)) return this.#review(request, { ...path, type: created });
    const type = registry.find(path.group, path.version, path.plural);
    if (type === undefined) return this.#unknown(request, path);
    if (type.isNamespaced && path.namespace === undefined && path.name !== undefined) throw noSuchResource();
    if (!type.isNamespaced && path.namespace !== undefined) throw noSuchResource();
    await this.#state.refreshes.get(type.collection)?.refresh();
    const addressed = { ...path, type };
    if (path.name === undefined) return await this.#collection(request, addressed);
    return await this.#object(request, { ...addressed, name: path.name });
  }

  /** Answers a kind that is only created, and not stored. */
  #review(request: Call, path: Addressed): EmbeddedAnswer {
    const { type, name, namespace, subresource } = path;
    if ((name !== undefined && subresource === '') || type.isNamespaced !== (namespace !== undefined)) {
      throw noSuchResource();
    }
    if (request.method !== 'POST') throw methodNotAllowed();
    const ports = { state: this.#state, authorizer: this.#authorizer, tokens: this.#tokens };
    return reviewAnswer(ports, request, path);
  }

  /** Answers for a resource that isn't stored. */
  #unknown({ path }: Call, { group, version: named, plural, subresource }: ResourcePath): EmbeddedAnswer {
    const root = group === '' ? `/api/${named}` : `/apis/${group}/${named}`;
    const known = builtInDiscovery.resources[root]?.some(({ name }) => name === plural);
    if (known === true) {
      throw notImplemented(`has no ${plural}${subresource === '' ? '' : `/${subresource}`}`);
    }
    if (path.startsWith('/api/') || this.#state.registry.hasBuiltInGroup(group)) throw noSuchResource();
    return textAnswer('404 page not found\n', 404);
  }

  async #collection(request: Call, addressed: Addressed): Promise<EmbeddedAnswer> {
    switch (request.method) {
      case 'GET':
        return await this.#list(request, addressed);
      case 'POST':
        return await this.#create(request, addressed);
      case 'DELETE':
        return await this.#deleteCollection(request, addressed);
      default:
        throw methodNotAllowed();
    }
  }

  async #list({ query, accept, signal }: Call, { type, namespace }: Addressed): Promise<EmbeddedAnswer> {
    const form = answerForm({ accept, query }, type);
    const options = listQuery(type, query);
    if (!options.isWatch) {
      const page = await pageOf(this.#state, { type, namespace }, options);
      const body = shownPage(type, form, { page, nowMs: this.#state.clock.now() });
      return jsonAnswer(body, { contentType: form.contentType });
    }
    if (form.as === 'PartialObjectMetadataList') throw notImplemented(`shows no events as ${form.as}`);
    let hasHeaders = true;
    const shown = (object: JsonObject) => {
      const value = shownObject(type, form, { object, nowMs: this.#state.clock.now(), hasHeaders });
      hasHeaders = false;
      return value;
    };
    const watch = new ObjectWatch(this.#state, { type, namespace, options, shown }, signal);
    return { kind: 'stream', events: this.#tracked(watch) };
  }

  async *#tracked(watch: ObjectWatch) {
    this.#watches.add(watch);
    try {
      yield* watch;
    } finally {
      this.#watches.delete(watch);
    }
  }

  async #create(request: Call, { type, namespace }: Addressed): Promise<EmbeddedAnswer> {
    if (type.isNamespaced && namespace === undefined) throw methodNotAllowed();
    const form = answerForm(request, type);
    const options = writeQuery(request.query, 'CreateOptions', request.userAgent);
    const { requester } = request;
    const body = decodedBody(type, request, { validation: options.fieldValidation, requester });
    assertAddressed(body, { namespace });
    const target: Target = { type, namespace, name: '', subresource: '', options, requester };
    const object = await createObject(this.#state, target, { object: body });
    return this.#shown(type, form, { object, status: 201 });
  }

  async #deleteCollection(request: Call, { type, namespace }: Addressed): Promise<EmbeddedAnswer> {
    const form = answerForm(request, type);
    const deletion = { ...deletionOptions(request), isOfCollection: true };
    const options = listQuery(type, request.query);
    const page = await pageOf(this.#state, { type, namespace }, options);
    const items: JsonObject[] = [];
    for (const item of page.items) {
      const { requester } = request;
      const place = { type, namespace: metadataText(item, 'namespace'), name: metadataText(item, 'name'), requester };
      const { object } = await deleteObject(this.#state, place, deletion);
      items.push(object);
    }
    const body = shownPage(type, form, { page: { ...page, items }, nowMs: this.#state.clock.now() });
    return jsonAnswer(body, { contentType: form.contentType });
  }

  async #object(request: Call, addressed: Addressed & { readonly name: string }): Promise<EmbeddedAnswer> {
    const { type, subresource } = addressed;
    if (subresource === 'scale' && type.scale !== undefined) return await this.#scale(request, addressed);
    if (subresource === 'finalize' && type.collection === namespaces) {
      if (request.method !== 'PUT') throw methodNotAllowed();
      return await this.#update(request, addressed);
    }
    if (subresource !== '' && subresource !== 'status') {
      const endpoint = this.#state.endpoints.get(`${type.collection}/${subresource}`);
      if (endpoint !== undefined)
        return await endpoint(await this.#live(type, addressed.namespace, addressed.name), request);
      if (type.subresources.has(subresource)) throw notImplemented(`has no ${type.plural}/${subresource}`);
      throw type.isCustom ? objectNotFound(type, addressed.name) : noSuchResource();
    }
    if (subresource === 'status' && !type.subresources.has('status')) throw noSuchResource();
    switch (request.method) {
      case 'GET':
        return await this.#get(request, addressed);
      case 'PUT':
        return await this.#update(request, addressed);
      case 'PATCH':
        return await this.#patch(request, addressed);
      case 'DELETE':
        if (subresource !== '') throw type.isCustom ? unsupportedVerb(type, 'delete') : methodNotAllowed();
        return await this.#delete(request, addressed);
      default:
        throw methodNotAllowed();
    }
  }

  async #get(
    { accept, query }: Call,
    { type, namespace, name }: Addressed & { readonly name: string },
  ): Promise<EmbeddedAnswer> {
    const form = answerForm({ accept, query }, type);
    const resourceVersion = query.get('resourceVersion') ?? '';
    if (resourceVersion !== '') versionNumber(resourceVersion, this.#state.store.version);
    const object = await this.#live(type, namespace, name);
    return this.#shown(type, form, { object });
  }

  async #live(type: ResourceType, namespace: string | undefined, name: string): Promise<JsonObject> {
    const stored = this.#state.store.get(type.collection, storeKey(type, namespace, name));
    if (stored === undefined) throw objectNotFound(type, name);
    return await type.strategy.fromStorage(stored);
  }

  async #update(request: Call, addressed: Addressed & { readonly name: string }): Promise<EmbeddedAnswer> {
    const { type, namespace, name, subresource } = addressed;
    const form = answerForm(request, type);
    const options = writeQuery(request.query, 'UpdateOptions', request.userAgent);
    const { requester } = request;
    const body = decodedBody(type, request, { validation: options.fieldValidation, requester });
    assertNamed(body, name);
    assertAddressed(body, { name, namespace });
    const target: Target = { type, namespace, name, subresource, options, requester };
    const isAbsent = this.#state.store.get(type.collection, storeKey(type, namespace, name)) === undefined;
    if (isAbsent && type.strategy.allowsCreateOnUpdate && metadataText(body, 'resourceVersion') === '') {
      this.#assertCreates(request, { type, namespace, name });
      const object = await createObject(this.#state, target, { object: body });
      return this.#shown(type, form, { object, status: 201 });
    }
    const object = await updateObject(this.#state, target, (live) => {
      assertUid(type, live, body);
      return { object: body, isOwned: false };
    });
    return this.#shown(type, form, { object });
  }

  /** An update or apply that creates an object needs the right to create it, too. */
  #assertCreates({ requester }: Call, { type, namespace, name }: Pick<Target, 'name' | 'namespace' | 'type'>): void {
    const { group, plural } = type;
    this.#authorizer.assertAllowed(requester.user, { verb: 'create', group, resource: plural, namespace, name });
  }

  async #patch(request: Call, addressed: Addressed & { readonly name: string }): Promise<EmbeddedAnswer> {
    const { type, namespace, name, subresource } = addressed;
    const form = answerForm(request, type);
    const kind = isApply(request.contentType) ? 'ApplyOptions' : 'PatchOptions';
    const options = writeQuery(request.query, kind, request.userAgent);
    const target: Target = { type, namespace, name, subresource, options, requester: request.requester };
    const isAbsent = this.#state.store.get(type.collection, storeKey(type, namespace, name)) === undefined;
    if (isAbsent && isApply(request.contentType)) this.#assertCreates(request, { type, namespace, name });
    const { object, isCreated } = await patchObject(this.#state, target, request);
    return this.#shown(type, form, { object, status: isCreated ? 201 : 200 });
  }

  async #delete(
    request: Call,
    { type, namespace, name }: Addressed & { readonly name: string },
  ): Promise<EmbeddedAnswer> {
    const { requester } = request;
    const deleted = { type, namespace, name, requester };
    const { object, isRemoved } = await deleteObject(this.#state, deleted, deletionOptions(request));
    if (!isRemoved) return jsonAnswer(object);
    const { group, plural } = type;
    const { uid } = metadataFields(object);
    const details = { name, ...(group !== '' && { group }), kind: plural, ...(uid !== undefined && { uid }) };
    return jsonAnswer({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details });
  }

  #shown(
    type: ResourceType,
    form: AnswerForm,
    { object, ...options }: { readonly object: JsonObject; readonly status?: number },
  ): EmbeddedAnswer {
    const body = shownObject(type, form, { object, nowMs: this.#state.clock.now() });
    return jsonAnswer(body, { ...options, contentType: form.contentType });
  }

  async #scale(
    request: Call,
    { type, namespace, name }: Addressed & { readonly name: string },
  ): Promise<EmbeddedAnswer> {
    if (request.method === 'GET') return jsonAnswer(scaleOf(type, await this.#live(type, namespace, name)));
    if (request.method !== 'PUT' && request.method !== 'PATCH') throw methodNotAllowed();
    const isPatch = request.method === 'PATCH';
    if (isPatch && isApply(request.contentType)) throw notImplemented('applies no scale subresources');
    const options = writeQuery(request.query, isPatch ? 'PatchOptions' : 'UpdateOptions', request.userAgent);
    const patch = isPatch ? patchFunction(type, request) : undefined;
    const target: Target = { type, namespace, name, subresource: 'scale', options, requester: request.requester };
    const object = await updateObject(this.#state, target, (live) => {
      const scale = patchableScale(type, live);
      return { object: patch === undefined ? fieldsIn(parsedJson(request.body)) : patch(scale), isOwned: false };
    });
    return jsonAnswer(scaleOf(type, object));
  }
}
