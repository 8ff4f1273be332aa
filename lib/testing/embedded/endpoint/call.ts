import type { JsonObject } from '../../../api/index.ts';
import type { AnswerForm } from '../answer/media-type.ts';
import { shownObject } from '../answer/shown-object.ts';
import { requestRight } from '../authorization/request-right.ts';
import { type EmbeddedAnswer, type EmbeddedRequest, jsonAnswer, type Requester } from '../request.ts';
import type { ResourcePath } from '../resource-path.ts';
import type { ResourceType } from '../resource-type.ts';
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

/** A request, and the warnings that its answer gets. */
export interface AuthorizedRequest extends EmbeddedRequest {
  readonly requester: Requester;
}

/** Returns an answer with an object in the form that the client accepts. */
export function shownAnswer(
  { clock }: ServerState,
  form: AnswerForm,
  { type, object, ...options }: { readonly type: ResourceType; readonly object: JsonObject; readonly status?: number },
): EmbeddedAnswer {
  const body = shownObject(type, form, { object, nowMs: clock.now() });
  return jsonAnswer(body, { ...options, contentType: form.contentType });
}

/** Returns the answer for a method that a kind or its subresource doesn't have. */
export function unsupportedMethod(type: ResourceType, request: AuthorizedRequest): StatusError {
  return type.isCustom ? unsupportedVerb(type, requestRight(request).verb) : methodNotAllowed();
}
