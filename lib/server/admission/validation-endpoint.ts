// In: an object of a write or delete request. Out: the decision of the author's webhook. Called by the common part of
// admission endpoints, for a ValidatingWebhook.

import type { AdmissionFinding } from '../../api/index.ts';
import { type ValidatingWebhook, validationPath } from '../../constructs/index.ts';
import type { PostEndpoint } from '../endpoint.ts';
import type { WebhookPorts } from '../webhook-ports.ts';
import { admissionContext, proposedResource, resourceContext, storedResource } from './admission-context.ts';
import { admissionEndpoint, type RequestContext } from './admission-endpoint.ts';
import { type AdmissionResponse, admissionResponseOf, allowed } from './admission-response.ts';
import { isBeingDeleted, leavesSpec, type ReviewedRequest, reviewedObject } from './admission-review.ts';

/**
 * Returns the endpoint of a validating webhook.
 *
 * An invalid spec is rejected field by field without a call of the webhook, unless it is already stored. The webhook
 * isn't called for objects that are being deleted and whose spec is unchanged.
 */
export function validationEndpoint(webhook: ValidatingWebhook, ports: WebhookPorts): PostEndpoint {
  const { validate, validateDelete, for: api } = webhook.props;
  const { definition } = api;

  async function findingsOf(request: ReviewedRequest, context: RequestContext): Promise<readonly AdmissionFinding[]> {
    const subject = reviewedObject(request);
    if (request.operation === 'DELETE') {
      return (await validateDelete?.({ ...resourceContext(storedResource(definition, subject)), ...context })) ?? [];
    }
    if (validate === undefined || isBeingDeleted(request)) return [];
    const next = proposedResource(definition, subject);
    if ('findings' in next) {
      return leavesSpec(request) ? [] : next.findings.map(({ path, message }) => ({ field: path, message }));
    }
    return await validate({ ...admissionContext(definition, next.value, request), ...context });
  }

  async function review(request: ReviewedRequest, context: RequestContext): Promise<AdmissionResponse> {
    const findings = await findingsOf(request, context);
    return findings.length === 0 ? allowed : admissionResponseOf(findings, definition, reviewedObject(request));
  }

  return admissionEndpoint({ path: validationPath(webhook), webhook }, review, ports);
}
