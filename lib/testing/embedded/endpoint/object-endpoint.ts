// In: a request for an object. Out: the object, or the status of its deletion. Called by the API server.

import type { JsonObject } from '../../../api/index.ts';
import { metadataFields, withMetadata } from '../../../built-in/index.ts';
import type { Authorizer } from '../authorization/authorizer.ts';
import { namespaces } from '../collection.ts';
import { versionNumber } from '../read/list-query.ts';
import { type EmbeddedResponse, jsonResponse } from '../request.ts';
import type { ResourceType } from '../resource-type.ts';
import { responseForm } from '../response/media-type.ts';
import type { ServerState } from '../server-state.ts';
import { methodNotAllowed, noSuchResource, notImplemented, objectNotFound } from '../status-error.ts';
import { assertUid } from '../write/changed-object.ts';
import { assertAddressed, assertNamed, bodyObject, decodedBody } from '../write/decoded-body.ts';
import { deletionOptions, warnOfOrphans } from '../write/deletion-options.ts';
import { deleteObject } from '../write/object-delete.ts';
import { isApply, patchFunction, patchObject } from '../write/object-patch.ts';
import { createObject, updateObject } from '../write/object-write.ts';
import { patchableScale, scaleOf, writtenScale } from '../write/scale.ts';
import { appliedScale } from '../write/scale-apply.ts';
import { storeKey, type Target } from '../write/target.ts';
import { writeQuery } from '../write/write-query.ts';
import { type AddressedObject, type AuthorizedRequest, shownResponse, unsupportedMethod } from './call.ts';

/** The requests for single objects and their subresources. */
export class ObjectEndpoint {
  readonly #state: ServerState;
  readonly #authorizer: Authorizer;

  constructor(state: ServerState, authorizer: Authorizer) {
    this.#state = state;
    this.#authorizer = authorizer;
  }

  /** Answers a request. @throws StatusError if the API server refuses it. */
  async answer(request: AuthorizedRequest, addressed: AddressedObject): Promise<EmbeddedResponse> {
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
        if (subresource !== '') throw unsupportedMethod(type, request);
        return await this.#delete(request, addressed);
      default:
        throw unsupportedMethod(type, request);
    }
  }

  async #get(
    { accept, query }: AuthorizedRequest,
    { type, namespace, name }: AddressedObject,
  ): Promise<EmbeddedResponse> {
    const form = responseForm({ accept, query }, type);
    const resourceVersion = query.get('resourceVersion') ?? '';
    if (resourceVersion !== '') versionNumber(resourceVersion, this.#state.store.version);
    const object = await this.#live(type, namespace, name);
    return shownResponse(this.#state, form, { type, object });
  }

  async #live(type: ResourceType, namespace: string | undefined, name: string): Promise<JsonObject> {
    const stored = this.#state.store.get(type.collection, storeKey(type, namespace, name));
    if (stored === undefined) throw objectNotFound(type, name);
    return await type.strategy.fromStorage(stored);
  }

  async #update(request: AuthorizedRequest, addressed: AddressedObject): Promise<EmbeddedResponse> {
    const { type, namespace, name, subresource } = addressed;
    const form = responseForm(request, type);
    const options = writeQuery(request.query, 'UpdateOptions', request.userAgent);
    const { requester } = request;
    const body = decodedBody(type, request, { validation: options.fieldValidation, requester });
    assertNamed(body, name);
    assertAddressed(body, { name, namespace });
    const target: Target = { type, namespace, name, subresource, options, requester };
    const isAbsent = this.#state.store.get(type.collection, storeKey(type, namespace, name)) === undefined;
    if (isAbsent && type.strategy.allowsCreateOnUpdate) {
      this.#assertCreates(request, { type, namespace, name });
      const object = await createObject(this.#state, target, {
        object: withMetadata(body, { resourceVersion: undefined }),
      });
      // A dry run stores nothing that would get another version.
      const { resourceVersion } = metadataFields(options.isDryRun ? body : object);
      const shown = withMetadata(object, { resourceVersion: resourceVersion === '' ? undefined : resourceVersion });
      return shownResponse(this.#state, form, { type, object: shown, status: 201 });
    }
    const object = await updateObject(this.#state, target, (live) => {
      assertUid(target, live, body);
      const written = () => bodyObject(request, type.kind);
      return { object: body, isOwned: false, written };
    });
    return shownResponse(this.#state, form, { type, object });
  }

  /** An update or apply that creates an object needs the right to create it, too. */
  #assertCreates(
    { requester }: AuthorizedRequest,
    { type, namespace, name }: Pick<Target, 'name' | 'namespace' | 'type'>,
  ): void {
    const { group, plural } = type;
    this.#authorizer.assertAllowed(requester.user, { verb: 'create', group, resource: plural, namespace, name });
  }

  async #patch(request: AuthorizedRequest, addressed: AddressedObject): Promise<EmbeddedResponse> {
    const { type, namespace, name, subresource } = addressed;
    const form = responseForm(request, type);
    const kind = isApply(request.contentType) ? 'ApplyOptions' : 'PatchOptions';
    const options = writeQuery(request.query, kind, request.userAgent);
    const target: Target = { type, namespace, name, subresource, options, requester: request.requester };
    const isAbsent = this.#state.store.get(type.collection, storeKey(type, namespace, name)) === undefined;
    if (isAbsent && isApply(request.contentType)) this.#assertCreates(request, { type, namespace, name });
    const { object, isCreated } = await patchObject(this.#state, target, request);
    return shownResponse(this.#state, form, { type, object, status: isCreated ? 201 : 200 });
  }

  async #delete(request: AuthorizedRequest, { type, namespace, name }: AddressedObject): Promise<EmbeddedResponse> {
    const { requester } = request;
    const { contentType } = responseForm(request, type);
    const deleted = { type, namespace, name, requester };
    const options = deletionOptions(request);
    warnOfOrphans(type, options, requester);
    const { object, isRemoved } = await deleteObject(this.#state, deleted, options);
    if (!isRemoved || type.strategy.showsDeleted) return jsonResponse(object, { contentType });
    const { group, plural } = type;
    const { uid } = metadataFields(object);
    const details = { name, ...(group !== '' && { group }), kind: plural, ...(uid !== undefined && { uid }) };
    return jsonResponse(
      { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details },
      { contentType },
    );
  }

  async #scale(request: AuthorizedRequest, { type, namespace, name }: AddressedObject): Promise<EmbeddedResponse> {
    const { contentType } = responseForm(request, type);
    if (request.method === 'GET') {
      return jsonResponse(scaleOf(type, await this.#live(type, namespace, name)), { contentType });
    }
    if (request.method !== 'PUT' && request.method !== 'PATCH') throw unsupportedMethod(type, request);
    const isPatch = request.method === 'PATCH';
    const isScaleApply = isPatch && isApply(request.contentType);
    const kind = isScaleApply ? 'ApplyOptions' : isPatch ? 'PatchOptions' : 'UpdateOptions';
    const options = writeQuery(request.query, kind, request.userAgent);
    const target: Target = { type, namespace, name, subresource: 'scale', options, requester: request.requester };
    if (isScaleApply) {
      return jsonResponse(
        scaleOf(type, await updateObject(this.#state, target, appliedScale(this.#state, target, request.body))),
        { contentType },
      );
    }
    const patch = isPatch ? patchFunction(type, request) : undefined;
    const body = isPatch ? {} : writtenScale(type, request);
    if (!isPatch) assertNamed(body, name);
    const object = await updateObject(this.#state, target, (live) => {
      return { object: patch === undefined ? body : patch(patchableScale(type, live)), isOwned: false };
    });
    return jsonResponse(scaleOf(type, object), { contentType });
  }
}
