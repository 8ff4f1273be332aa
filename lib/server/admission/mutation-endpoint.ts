// In: an object that somebody wants to write. Out: what the author's webhook changes of it, as a patch.
// Called by the frame of admission endpoints, for a MutatingWebhook.

import type { Operation } from 'fast-json-patch';
import type { CustomResourceClass, Mutation, Proposed } from '../../api/index.ts';
import { type MutatingWebhook, mutationPath } from '../../constructs/index.ts';
import { formatFinding, parse } from '../../schema/index.ts';
import type { PostEndpoint } from '../endpoint.ts';
import type { WebhookPorts } from '../webhook-ports.ts';
import { type AdmissionAnswer, allowed } from './admission-answer.ts';
import { admissionEndpoint, type RequestContext, subjectOf } from './admission-endpoint.ts';
import type { ReviewedRequest } from './admission-review.ts';
import { objectPatch } from './object-patch.ts';
import { admissionContext, isLeaving, proposedResource } from './reviewed-resource.ts';

/** What a mutation may have. */
const mutableFields: readonly string[] = ['spec', 'labels', 'annotations'] satisfies (keyof Mutation<never>)[];

/**
 * The endpoint that API servers ask what a mutating webhook changes.
 *
 * The answer is a JSON patch of exactly what the webhook's author has changed; what the definition doesn't know stays.
 * An object whose spec doesn't fit the definition is let through as it is: the schema, which comes next, says what is wrong.
 * Nor is the webhook asked about objects that are being deleted and whose spec stays as it is.
 */
export function mutationEndpoint(webhook: MutatingWebhook, ports: WebhookPorts): PostEndpoint {
  const { mutate, for: api } = webhook.props;
  const { definition } = api;

  async function review(request: ReviewedRequest, context: RequestContext): Promise<AdmissionAnswer> {
    if (request.operation === 'DELETE' || isLeaving(request)) return allowed;
    const object = subjectOf(request);
    const next = proposedResource(definition, object);
    if ('findings' in next) return allowed;
    // A copy, because a callback may change its argument, and the patch would then miss that change.
    const mutation: Mutation<CustomResourceClass> | undefined = await mutate({
      ...admissionContext(definition, copied(next.value), request),
      ...context,
    });
    if (mutation === undefined) return allowed;
    const unknown = Object.keys(mutation).filter((field) => !mutableFields.includes(field));
    if (unknown.length > 0) {
      return misbehaved(
        `webhook ${webhook.name} returned ${unknown.join(', ')}, and can change ${mutableFields.join(', ')} alone`,
      );
    }
    const spec = mutation.spec === undefined ? undefined : parse(definition.spec, mutation.spec, 'spec');
    if (spec !== undefined && 'findings' in spec) {
      return misbehaved(
        `webhook ${webhook.name} made a spec that is not valid: ${spec.findings.map(formatFinding).join('; ')}`,
      );
    }
    return patched(objectPatch(object, { ...mutation, spec: spec && { before: next.value.spec, after: spec.value } }));
  }

  return admissionEndpoint({ path: mutationPath(webhook), webhook }, review, ports);
}

/** A copy but for the record of set fields, which has as many levels as content that only another version can express. */
function copied(value: Proposed<CustomResourceClass>): Proposed<CustomResourceClass> {
  const { managedFields, ...metadata } = value.metadata;
  const copy = structuredClone({ ...value, metadata });
  return managedFields === undefined ? copy : { ...copy, metadata: { ...copy.metadata, managedFields } };
}

function patched(patch: readonly Operation[]): AdmissionAnswer {
  if (patch.length === 0) return allowed;
  return { allowed: true, patchType: 'JSONPatch', patch: Buffer.from(JSON.stringify(patch)).toString('base64') };
}

/** What the author made is no mutation. That is nobody's fault who could change the object, and no retry mends it. */
function misbehaved(what: string): AdmissionAnswer {
  const message = `${what}; its author has to mend that`;
  return { allowed: false, status: { status: 'Failure', code: 500, reason: 'InternalError', message } };
}
