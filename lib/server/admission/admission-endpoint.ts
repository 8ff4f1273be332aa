// In: admission reviews from API servers. Out: the responses of a webhook. The common part of validating and mutating
// webhooks, which build their responses differently.

import {
  type AdmissionContext,
  apiVersion,
  type CustomResourceClass,
  callbackMetrics,
  formatGroupVersionKind,
  groupVersionKind,
  type KubernetesObject,
  objectTitle,
  type ResourceDefinition,
  UnseenKindError,
} from '../../api/index.ts';
import { declaredClient } from '../../client/index.ts';
import { withCallbackLog } from '../../telemetry/index.ts';
import type { PostEndpoint } from '../endpoint.ts';
import { jsonReply, plainTextReply, type Reply } from '../reply.ts';
import { RequestError } from '../request-error.ts';
import type { ReviewingWebhook, WebhookPorts } from '../webhook-ports.ts';
import type { AdmissionResponse } from './admission-response.ts';
import { admissionReview, type ReviewedRequest, reviewedObject } from './admission-review.ts';

/** The arguments of callbacks besides the objects. */
export type RequestContext = Pick<
  AdmissionContext<CustomResourceClass>,
  'request' | 'live' | 'client' | 'metrics' | 'log' | 'signal'
>;

/** Responds to one request. */
export type Review = (request: ReviewedRequest, context: RequestContext) => Promise<AdmissionResponse>;

/**
 * API servers accept objects of up to 3 MiB; a review has two of them and a little more. It is also
 * controller-runtime's limit.
 */
const longestReviewBytes = 7 * 1024 * 1024;

/** The maximum timeout of a webhook. */
const longestReviewMs = 30_000;

/** The longest wait for the caches of lookups, half of the usual timeout, and the pause between two checks of them. */
const [longestListMs, listPauseMs] = [5_000, 50];

/**
 * Returns an endpoint for reviews.
 *
 * A lookup of a kind that isn't listed yet gets status 500 with that reason. Other errors of `review` are logged with
 * the object's name and get status 500, so that the webhook's failure policy decides; a normal response would count as
 * the webhook's decision. A review of another kind or version than the webhook's gets status 400.
 *
 * @param path - the path of the webhook, which is also a label in metrics.
 */
export function admissionEndpoint(
  { path, webhook }: { readonly path: string; readonly webhook: ReviewingWebhook },
  review: Review,
  { client, clock, fieldManager, isListed, lookupOf, logger, metrics }: WebhookPorts,
): PostEndpoint {
  const { for: api, uses = [] } = webhook.props;
  const recorder = callbackMetrics(metrics);
  const isListAwaited = listWait(webhook, { clock, isListed });

  async function answer(body: unknown, signal: AbortSignal): Promise<Reply> {
    const { apiVersion: version, request } = admissionReview(body);
    const { operation, user, isDryRun, uid } = request;
    const subject = reviewedObject(request);
    assertKind(subject, api.definition, webhook.name);
    const log = logger.with({ webhook: webhook.name, operation, object: objectTitle(subject), uid });
    try {
      // Work after an `await` isn't in the request's turn, and is charged to no tenant: usually none precedes the callback.
      while (isListAwaited()) await clock.sleep(listPauseMs, signal);
      const context: RequestContext = {
        request: { operation, user, isDryRun, uid },
        live: lookupOf(webhook, subject.metadata.namespace),
        client: declaredClient(client, { uses, fieldManager, signal }),
        metrics: recorder,
        ...{ log, signal },
      };
      const call = () => review(request, context);
      const response = { uid, ...(await withCallbackLog(() => log, call)) };
      return jsonReply({ apiVersion: version, kind: 'AdmissionReview', response });
    } catch (error) {
      return failureReply(error, request, { log, signal });
    }
  }

  return {
    longestBodyBytes: longestReviewBytes,
    longestResponseMs: longestReviewMs,
    metrics: metrics.webhook(path),
    answer,
  };
}

/**
 * Returns a function that returns true while a call should wait for the caches of lookups: a manager that has just
 * started still lists kinds that it converts itself. All calls have one limit, so that a kind that is never listed
 * doesn't delay each request.
 */
function listWait(webhook: ReviewingWebhook, { clock, isListed }: Pick<WebhookPorts, 'clock' | 'isListed'>) {
  let patientUntilMs: number | undefined;
  return (): boolean => {
    if (isListed(webhook)) return false;
    patientUntilMs ??= clock.monotonic() + longestListMs;
    return clock.monotonic() < patientUntilMs;
  };
}

function failureReply(
  error: unknown,
  { uid }: ReviewedRequest,
  { log, signal }: Pick<RequestContext, 'log' | 'signal'>,
): Reply {
  if (UnseenKindError.is(error)) {
    log.warn('webhook has not responded', { cause: error.message });
    return plainTextReply(500, `webhook can't respond yet: ${error.message}\n`);
  }
  if (signal.aborted) log.debug('webhook gave up', { error });
  else log.error('webhook failed', { error });
  return plainTextReply(500, `webhook failed, and its operator has logged why under uid ${uid}\n`);
}

function assertKind(subject: KubernetesObject, definition: ResourceDefinition, webhook: string): void {
  if (subject.kind === definition.kind && subject.apiVersion === apiVersion(definition)) return;
  const [expected, got] = [definition, groupVersionKind(subject)].map(formatGroupVersionKind);
  throw new RequestError(
    400,
    `webhook ${webhook} reviews ${expected}, not ${got}: register it for that version alone, with matchPolicy Equivalent`,
  );
}
