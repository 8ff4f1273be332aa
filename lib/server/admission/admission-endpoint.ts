// In: reviews that API servers send. Out: what a webhook makes of them.
// The frame of validating and mutating webhooks alike; they differ in how they answer.

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
import { json, type PostEndpoint, plainText, type Reply } from '../endpoint.ts';
import { RequestError } from '../request-error.ts';
import type { ReviewingWebhook, WebhookPorts } from '../webhook-ports.ts';
import type { AdmissionAnswer } from './admission-answer.ts';
import { type AdmissionReview, admissionReview, type ReviewedRequest } from './admission-review.ts';

/** What callbacks get beside the objects. */
export type RequestContext = Pick<
  AdmissionContext<CustomResourceClass>,
  'request' | 'live' | 'client' | 'metrics' | 'log' | 'signal'
>;

/** Answers one request. */
export type Review = (request: ReviewedRequest, context: RequestContext) => Promise<AdmissionAnswer>;

/** The API server takes objects of up to 3 MiB; a review has two of them and a little more: controller-runtime's limit, too. */
const longestReviewBytes = 7 * 1024 * 1024;

/** The longest timeout that a webhook can be registered with. */
const longestReviewMs = 30_000;

/**
 * An endpoint for reviews.
 *
 * A lookup of a kind that isn't listed yet is answered with status 500 and says so. Whatever else `review` throws is logged with the object's name and answered with status 500, so that the failure policy of the
 * webhook decides; an answer would be taken for the webhook's own. So is a review of something else than the webhook's kind
 * in its storage version, with status 400.
 *
 * @param path - under which it is served, which names it in metrics.
 */
export function admissionEndpoint(
  { path, webhook }: { readonly path: string; readonly webhook: ReviewingWebhook },
  review: Review,
  { client, fieldManager, lookupOf, logger, metrics }: WebhookPorts,
): PostEndpoint {
  const { for: api, uses = [] } = webhook.props;
  const { definition } = api;
  const recorder = callbackMetrics(metrics);

  async function answer(body: unknown, signal: AbortSignal): Promise<Reply> {
    const { apiVersion: version, request } = admissionReview(body);
    const subject = subjectOf(request);
    assertKind(subject, definition, webhook.name);
    try {
      const context = contextOf(request, signal);
      const { log } = context;
      const response = await withCallbackLog(
        () => log,
        () => review(request, context),
      );
      return json(responseOf(version, request, response));
    } catch (error) {
      const { operation, uid } = request;
      const object = objectTitle(subject);
      if (UnseenKindError.is(error)) {
        const { message } = error;
        logger.warn('webhook has not answered', { webhook: webhook.name, operation, object, uid, cause: message });
        return plainText(500, `webhook can't answer yet: ${message}\n`);
      }
      if (signal.aborted) logger.debug('webhook gave up', { webhook: webhook.name, operation, object, uid, error });
      else logger.error('webhook failed', { webhook: webhook.name, operation, object, uid, error });
      return plainText(500, `webhook failed, and its operator has logged why under uid ${uid}\n`);
    }
  }

  function contextOf(reviewed: ReviewedRequest, signal: AbortSignal): RequestContext {
    const { operation, user, isDryRun, uid } = reviewed;
    const log = logger.with({ webhook: webhook.name, operation, object: objectTitle(subjectOf(reviewed)), uid });
    const declared = declaredClient(client, { uses, fieldManager, signal });
    const live = lookupOf(webhook, subjectOf(reviewed).metadata.namespace);
    return { request: { operation, user, isDryRun, uid }, live, client: declared, metrics: recorder, log, signal };
  }

  return {
    longestBodyBytes: longestReviewBytes,
    longestAnswerMs: longestReviewMs,
    metrics: metrics.webhook(path),
    answer,
  };
}

/** The object that a request is about. */
export function subjectOf({ object, oldObject }: ReviewedRequest): KubernetesObject {
  const subject = object ?? oldObject;
  if (subject === undefined) throw new RequestError(400, 'the review has no object');
  return subject;
}

function assertKind(subject: KubernetesObject, definition: ResourceDefinition, webhook: string): void {
  if (subject.kind === definition.kind && subject.apiVersion === apiVersion(definition)) return;
  const [expected, got] = [definition, groupVersionKind(subject)].map(formatGroupVersionKind);
  throw new RequestError(
    400,
    `webhook ${webhook} reviews ${expected}, not ${got}: register it for that version alone, with matchPolicy Equivalent`,
  );
}

function responseOf(version: AdmissionReview['apiVersion'], { uid }: ReviewedRequest, answer: AdmissionAnswer): object {
  return { apiVersion: version, kind: 'AdmissionReview', response: { uid, ...answer } };
}
