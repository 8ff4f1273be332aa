// In: a POST of a review. Out: the answered review. Called by the API server for kinds that it doesn't store.

import type { JsonObject } from '../../../api/index.ts';
import { metadataText, withMetadata } from '../../../built-in/index.ts';
import { updatedFields } from '../apply/field-manager.ts';
import { type EmbeddedRequest, type EmbeddedResponse, jsonResponse, type Requester } from '../request.ts';
import type { ResourcePath } from '../resource-path.ts';
import type { ResourceType } from '../resource-type.ts';
import { responseForm, untransformable } from '../response/media-type.ts';
import { assertAddressed, decodedBody } from '../write/decoded-body.ts';
import { fieldWrite } from '../write/target.ts';
import { writeQuery } from '../write/write-query.ts';
import { localSubjectAccessReview, selfSubjectAccessReview, subjectAccessReview } from './access-review.ts';
import type { ReviewHandler, ReviewPorts } from './review.ts';
import { rulesReview, selfReview } from './self-review.ts';
import { defaultedRequest, tokenRequest, tokenReview } from './token-review.ts';

/** Kind → its handler. The objects aren't stored. */
const handlers: Readonly<Record<string, ReviewHandler>> = {
  SelfSubjectAccessReview: selfSubjectAccessReview,
  SubjectAccessReview: subjectAccessReview,
  LocalSubjectAccessReview: localSubjectAccessReview,
  SelfSubjectRulesReview: rulesReview,
  SelfSubjectReview: selfReview,
  TokenReview: tokenReview,
  TokenRequest: tokenRequest,
};

/** Returns true if the API server answers a kind. */
export function isReviewKind(kind: string): boolean {
  return Object.hasOwn(handlers, kind);
}

/** Answers a review. */
export function reviewResponse(
  ports: ReviewPorts,
  request: EmbeddedRequest & { readonly requester: Requester },
  { type, namespace, name = '', subresource }: ResourcePath & { readonly type: ResourceType },
): EmbeddedResponse {
  if (responseForm(request, type).as !== 'Object') throw untransformable();
  const options = writeQuery(request.query, 'CreateOptions', request.userAgent);
  const { requester } = request;
  const body = decodedBody(type, request, { validation: options.fieldValidation, requester });
  assertAddressed(body, { namespace });
  const isToken = type.kind === 'TokenRequest';
  const written = isToken ? defaultedRequest(body) : withNamespace(body, namespace);
  const object = updatedFields(undefined, written, {
    ...fieldWrite(ports.state, type, { name: options.fieldManager, subresource }),
    empty: isToken ? { ...type.strategy.empty, spec: { boundObjectRef: null } } : type.strategy.empty,
    ignored: (fields) => fields,
  });
  const handler = handlers[type.kind];
  if (handler === undefined) throw new TypeError(`${type.kind} is not a review`);
  return jsonResponse(handler({ ...ports, object, user: requester.user, namespace, name }), { status: 201 });
}

/** Go drops an empty name. */
function withNamespace(object: JsonObject, namespace: string | undefined): JsonObject {
  const name = metadataText(object, 'name');
  return withMetadata(object, { name: name === '' ? undefined : name, ...(namespace !== undefined && { namespace }) });
}
