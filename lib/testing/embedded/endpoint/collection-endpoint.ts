// In: a request for a collection. Out: a list, a watch, a created object or the deleted ones. Called by the API server.

import type { JsonObject } from '../../../api/index.ts';
import { metadataText } from '../../../built-in/index.ts';
import { listQuery } from '../read/list-query.ts';
import { pageOf } from '../read/object-list.ts';
import { ObjectWatch } from '../read/object-watch.ts';
import { type EmbeddedResponse, jsonResponse } from '../request.ts';
import { responseForm } from '../response/media-type.ts';
import { shownObject, shownPage } from '../response/shown-object.ts';
import type { ServerState } from '../server-state.ts';
import { methodNotAllowed, notImplemented, StatusError } from '../status-error.ts';
import { assertAddressed, decodedBody } from '../write/decoded-body.ts';
import { deletionOptions, warnOfOrphans } from '../write/deletion-options.ts';
import { deleteObject } from '../write/object-delete.ts';
import { createObject } from '../write/object-write.ts';
import type { Target } from '../write/target.ts';
import { writeQuery } from '../write/write-query.ts';
import { type Addressed, type AuthorizedRequest, shownResponse, unsupportedMethod } from './call.ts';

/** The requests for collections. */
export class CollectionEndpoint {
  readonly #state: ServerState;
  readonly #watches = new Set<ObjectWatch>();

  constructor(state: ServerState) {
    this.#state = state;
  }

  /** Ends the watches of a collection, as when its definition is deleted. */
  endWatches(collection: string): void {
    for (const watch of this.#watches) if (watch.type.collection === collection) watch.end();
  }

  /** Ends the watches of all collections. */
  close(): void {
    for (const watch of this.#watches) watch.end();
  }

  /** Answers a request. @throws StatusError if the API server refuses it. */
  async answer(request: AuthorizedRequest, addressed: Addressed): Promise<EmbeddedResponse> {
    switch (request.method) {
      case 'GET':
        return await this.#list(request, addressed);
      case 'POST':
        return await this.#create(request, addressed);
      case 'DELETE':
        return await this.#deleteCollection(request, addressed);
      default:
        throw unsupportedMethod(addressed.type, request);
    }
  }

  async #list({ query, accept, signal }: AuthorizedRequest, { type, namespace }: Addressed): Promise<EmbeddedResponse> {
    const form = responseForm({ accept, query }, type, { isList: true });
    const options = listQuery(type, query);
    if (!options.isWatch) {
      const page = await pageOf(this.#state, { type, namespace }, options);
      const body = shownPage(type, form, { page, nowMs: this.#state.clock.now() });
      return jsonResponse(body, { contentType: form.contentType });
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

  async #create(request: AuthorizedRequest, { type, namespace }: Addressed): Promise<EmbeddedResponse> {
    if (type.isNamespaced && namespace === undefined) throw methodNotAllowed();
    const form = responseForm(request, type);
    const options = writeQuery(request.query, 'CreateOptions', request.userAgent);
    const { requester } = request;
    const body = decodedBody(type, request, { validation: options.fieldValidation, requester });
    assertAddressed(body, { namespace });
    const target: Target = { type, namespace, name: '', subresource: '', options, requester };
    const object = await createObject(this.#state, target, { object: body });
    return shownResponse(this.#state, form, { type, object, status: 201 });
  }

  async #deleteCollection(request: AuthorizedRequest, { type, namespace }: Addressed): Promise<EmbeddedResponse> {
    const isOfAllNamespaces = type.isNamespaced && namespace === undefined;
    if (isOfAllNamespaces || !type.verbs.includes('deletecollection')) throw methodNotAllowed();
    const form = responseForm(request, type);
    const options = listQuery(type, request.query);
    const deletion = { ...deletionOptions(request), isOfCollection: true };
    const { requester } = request;
    warnOfOrphans(type, deletion, requester);
    const page = await pageOf(this.#state, { type, namespace }, options);
    for (const item of page.items) {
      const place = { type, namespace: metadataText(item, 'namespace'), name: metadataText(item, 'name'), requester };
      await deleteObject(this.#state, place, deletion).catch(ignoreAbsence);
    }
    const body = shownPage(type, form, { page, nowMs: this.#state.clock.now() });
    return jsonResponse(body, { contentType: form.contentType });
  }
}

/** Another request has deleted the object since the list. @throws other errors */
function ignoreAbsence(error: unknown): void {
  if (!StatusError.is(error) || error.code !== 404) throw error;
}
