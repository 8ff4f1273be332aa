// In: an object of a write request. Out: the changes of the author's webhook, as a patch. Called by the common part of
// admission endpoints, for a MutatingWebhook.

import type { Operation } from 'fast-json-patch';
import type { CustomResourceClass, Mutation } from '../../api/index.ts';
import { type MutatingWebhook, mutationPath } from '../../constructs/index.ts';
import { formatFinding, parse } from '../../schema/index.ts';
import type { PostEndpoint } from '../endpoint.ts';
import type { WebhookPorts } from '../webhook-ports.ts';
import { admissionContext, copiedResource, proposedResource } from './admission-context.ts';
import { admissionEndpoint, type RequestContext } from './admission-endpoint.ts';
import { type AdmissionResponse, allowed } from './admission-response.ts';
import { isBeingDeleted, type ReviewedRequest, reviewedObject } from './admission-review.ts';
import { objectPatch } from './object-patch.ts';

/** The fields that a mutation may have. */
const mutableFields: readonly string[] = ['spec', 'labels', 'annotations'] satisfies (keyof Mutation<never>)[];

/**
 * Returns the endpoint of a mutating webhook.
 *
 * The response is a JSON patch with only the changes of the webhook's author; unknown fields stay. An object with an
 * invalid spec is allowed unchanged: the API server validates the schema next, and reports the errors. The webhook
 * isn't called for objects that are being deleted and whose spec is unchanged.
 */
export function mutationEndpoint(webhook: MutatingWebhook, ports: WebhookPorts): PostEndpoint {
  const { mutate, for: api } = webhook.props;
  const { definition } = api;

  async function review(request: ReviewedRequest, context: RequestContext): Promise<AdmissionResponse> {
    if (request.operation === 'DELETE' || isBeingDeleted(request)) return allowed;
    const object = reviewedObject(request);
    const next = proposedResource(definition, object);
    if ('findings' in next) return allowed;
    // A copy, because a callback may change its argument, and the patch would then miss that change.
    const returned = mutate({ ...admissionContext(definition, copiedResource(next.value), request), ...context });
    // Without an `await`, the rest of the work is in the request's turn, too.
    const mutation: Mutation<CustomResourceClass> | undefined =
      returned !== undefined && 'then' in returned ? await returned : returned;
    if (mutation === undefined) return allowed;
    const unknown = Object.keys(mutation).filter((field) => !mutableFields.includes(field));
    if (unknown.length > 0) {
      return invalidMutationResponse(
        `webhook ${webhook.name} returned ${unknown.join(', ')}, and can only change ${mutableFields.join(', ')}`,
      );
    }
    const spec = mutation.spec === undefined ? undefined : parse(definition.spec, mutation.spec, 'spec');
    if (spec !== undefined && 'findings' in spec) {
      return invalidMutationResponse(
        `webhook ${webhook.name} returned a spec that is not valid: ${spec.findings.map(formatFinding).join('; ')}`,
      );
    }
    try {
      return patchResponse(
        objectPatch(object, { ...mutation, spec: spec && { before: next.value.spec, after: spec.value } }),
      );
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return invalidMutationResponse(
        `webhook ${webhook.name} changed more levels of objects and lists than can be sent`,
      );
    }
  }

  return admissionEndpoint({ path: mutationPath(webhook), webhook }, review, ports);
}

function patchResponse(patch: readonly Operation[]): AdmissionResponse {
  if (patch.length === 0) return allowed;
  return { allowed: true, patchType: 'JSONPatch', patch: Buffer.from(JSON.stringify(patch)).toString('base64') };
}

/** Returns the response for an invalid mutation. The client can't fix it by another object or a retry. */
function invalidMutationResponse(what: string): AdmissionResponse {
  const message = `${what}; its author has to fix that`;
  return { allowed: false, status: { status: 'Failure', code: 500, reason: 'InternalError', message } };
}
