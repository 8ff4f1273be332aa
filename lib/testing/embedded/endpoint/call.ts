import type { JsonObject } from '../../../api/index.ts';
import { requestRight } from '../authorization/request-right.ts';
import { type EmbeddedRequest, type EmbeddedResponse, jsonResponse, type Requester } from '../request.ts';
import type { ResourcePath } from '../resource-path.ts';
import type { ResourceType } from '../resource-type.ts';
import type { ResponseForm } from '../response/media-type.ts';
import { shownObject } from '../response/shown-object.ts';
import type { ServerState } from '../server-state.ts';
import { methodNotAllowed, type StatusError, unsupportedVerb } from '../status-error.ts';

/** One object or collection that a request addresses. */
export interface Addressed extends ResourcePath {
  readonly type: ResourceType;
}

/** One object that a request addresses. */
export interface AddressedObject extends Addressed {
  readonly name: string;
}

/** A request, and the warnings that its response gets. */
export interface AuthorizedRequest extends EmbeddedRequest {
  readonly requester: Requester;
}

/** Returns a response with an object in the form that the client accepts. */
export function shownResponse(
  { clock }: ServerState,
  form: ResponseForm,
  { type, object, ...options }: { readonly type: ResourceType; readonly object: JsonObject; readonly status?: number },
): EmbeddedResponse {
  const body = shownObject(type, form, { object, nowMs: clock.now() });
  return jsonResponse(body, { ...options, contentType: form.contentType });
}

/** Returns the response for a method that a kind or its subresource doesn't have. */
export function unsupportedMethod(type: ResourceType, request: AuthorizedRequest): StatusError {
  return type.isCustom ? unsupportedVerb(type, requestRight(request).verb) : methodNotAllowed();
}
