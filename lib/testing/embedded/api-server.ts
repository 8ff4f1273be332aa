// In: one request of any client. Out: its response. Called by the listener, and by clients in the same process.

import { metadataText } from '../../built-in/index.ts';
import type { AuditedRequest, AuditRecorder } from './audit-recorder.ts';
import { AccountTokens, apiAudience } from './authentication/account-token.ts';
import { authenticatedUser } from './authentication/authenticated-user.ts';
import { Impersonation } from './authentication/impersonation.ts';
import type { Authorizer } from './authorization/authorizer.ts';
import { requestRight } from './authorization/request-right.ts';
import { builtInDiscovery } from './built-in/built-in-types.ts';
import { endpointObjects, serviceAccounts } from './collection.ts';
import type { Addressed, AuthorizedRequest } from './endpoint/call.ts';
import { CollectionEndpoint } from './endpoint/collection-endpoint.ts';
import { ObjectEndpoint } from './endpoint/object-endpoint.ts';
import { type EmbeddedRequest, type EmbeddedResponse, jsonResponse, pageNotFound } from './request.ts';
import { assertTimeout } from './request-timeout.ts';
import { type ResourcePath, resourcePath } from './resource-path.ts';
import { documentResponse } from './response/document.ts';
import { errorFormat } from './response/media-type.ts';
import { isReviewKind, reviewResponse } from './review/review-request.ts';
import type { ServerState } from './server-state.ts';
import { badRequest, methodNotAllowed, noSuchResource, notImplemented, StatusError } from './status-error.ts';
import type { RequestUser } from './user.ts';

const endpointsDeprecation = 'v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice';

const thirtyDaysSeconds = 30 * 24 * 3_600;

/** The parts that decide about requests, and record them. */
interface AccessPorts {
  readonly authorizer: Authorizer;
  readonly audit: AuditRecorder | undefined;
}

/** The requests of the embedded API server. */
export class EmbeddedApiServer {
  readonly #state: ServerState;
  readonly #collections: CollectionEndpoint;
  readonly #objects: ObjectEndpoint;
  readonly #authorizer: Authorizer;
  readonly #tokens: AccountTokens;
  readonly #impersonation = new Impersonation();
  /** The requests, if they are recorded. */
  readonly audit: AuditRecorder | undefined;
  /** The address in discovery documents. */
  serverAddress = 'embedded';

  constructor(state: ServerState, { authorizer, audit }: AccessPorts) {
    this.#state = state;
    this.#collections = new CollectionEndpoint(state);
    this.#objects = new ObjectEndpoint(state, authorizer);
    this.#authorizer = authorizer;
    this.#tokens = new AccountTokens(state);
    this.audit = audit;
  }

  /** Answers a request; errors of the API server are responses too. */
  async answer(request: EmbeddedRequest): Promise<EmbeddedResponse> {
    const audited = this.audit?.received(request);
    const response = await this.#answerOrRefusal(request, audited);
    audited?.answered(response);
    return response;
  }

  async #answerOrRefusal(request: EmbeddedRequest, audited: AuditedRequest | undefined): Promise<EmbeddedResponse> {
    const warnings = new Set<string>();
    try {
      assertTimeout(request);
      const response = await this.#answer({
        ...request,
        requester: { user: this.#userOf(request, audited), warnings },
      });
      return response.kind === 'whole' ? { ...response, warnings: [...warnings] } : response;
    } catch (error) {
      if (!StatusError.is(error)) throw error;
      return jsonResponse(error.status, {
        status: error.code,
        warnings: error.code === 405 ? [] : [...warnings],
        contentType: errorFormat(request.accept),
      });
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
    this.#collections.endWatches(collection);
  }

  /** Ends all watches. */
  close(): void {
    this.#collections.close();
  }

  async #answer(request: AuthorizedRequest): Promise<EmbeddedResponse> {
    const path = resourcePath(request.path);
    if (path === undefined) return documentResponse(request, this.#state, this.serverAddress);
    const { registry } = this.#state;
    const resource = path.subresource === '' ? path.plural : `${path.plural}/${path.subresource}`;
    const created = registry.created(path.group, path.version, resource);
    if (created !== undefined && isReviewKind(created.kind)) return this.#review(request, { ...path, type: created });
    const type = registry.find(path.group, path.version, path.plural);
    if (type === undefined) return this.#unknown(request, path);
    if (type.isCustom) return await this.#custom(request, { ...path, type });
    // A path below a proxy belongs to the proxied process.
    if (path.isDeeper && path.subresource !== 'proxy') throw noSuchResource();
    if (type.isNamespaced && path.namespace === undefined && path.name !== undefined) throw noSuchResource();
    if (!type.isNamespaced && path.namespace !== undefined) throw noSuchResource();
    if (type.collection === endpointObjects && path.subresource === '') {
      request.requester.warnings.add(endpointsDeprecation);
    }
    await this.#state.refreshes.get(type.collection)?.refresh();
    const addressed = { ...path, type };
    if (path.name === undefined) return await this.#collections.answer(request, addressed);
    return await this.#objects.answer(request, { ...addressed, name: path.name });
  }

  /** Answers for custom resources, whose handlers in API servers read paths and methods otherwise. */
  async #custom(request: AuthorizedRequest, addressed: Addressed): Promise<EmbeddedResponse> {
    const { type, namespace, name, subresource } = addressed;
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const isOutside = type.isNamespaced
      ? namespace === undefined && (name !== undefined || method !== 'GET')
      : namespace !== undefined;
    if (isOutside) return pageNotFound();
    if (name === undefined && (method === 'PUT' || method === 'PATCH')) throw badRequest('name must be provided');
    const isOfCollection = name === undefined || (method === 'POST' && subresource === '');
    if (isOfCollection) return await this.#collections.answer({ ...request, method }, addressed);
    return await this.#objects.answer({ ...request, method }, { ...addressed, name });
  }

  /** Answers a kind that is only created, and not stored. */
  #review(request: AuthorizedRequest, path: Addressed): EmbeddedResponse {
    const { type, name, namespace, subresource } = path;
    if ((name !== undefined && subresource === '') || type.isNamespaced !== (namespace !== undefined)) {
      throw noSuchResource();
    }
    if (request.method !== 'POST') throw methodNotAllowed();
    const ports = { state: this.#state, authorizer: this.#authorizer, tokens: this.#tokens };
    return reviewResponse(ports, request, path);
  }

  /** Answers for a resource that isn't stored. */
  #unknown(
    { path }: AuthorizedRequest,
    { group, version: named, plural, subresource }: ResourcePath,
  ): EmbeddedResponse {
    const root = group === '' ? `/api/${named}` : `/apis/${group}/${named}`;
    const known = builtInDiscovery.resources[root]?.some(({ name }) => name === plural);
    if (known === true) {
      throw notImplemented(`has no ${plural}${subresource === '' ? '' : `/${subresource}`}`);
    }
    const aggregated = this.#state.store.get('apiregistration.k8s.io/apiservices', `${named}.${group}`);
    if (aggregated !== undefined)
      throw notImplemented(`asks no aggregated API servers, such as that of ${group}/${named}`);
    if (path.startsWith('/api/') || this.#state.registry.hasBuiltInGroup(group)) throw noSuchResource();
    return pageNotFound();
  }
}
