// In: reviews with objects of any kind of the operator's. Out: the same objects in the version that was asked for.
// Called by API servers whenever a client speaks another version than the one that is stored, lists included.

import { type ConversionError, formatGroupKind, type ResourceDefinition } from '../../api/index.ts';
import { conversionPath } from '../../constructs/index.ts';
import { json, type PostEndpoint } from '../endpoint.ts';
import { News } from '../news.ts';
import type { WebhookPorts } from '../webhook-ports.ts';
import { conversionReview } from './conversion-review.ts';
import { convertedObjects } from './converted-objects.ts';

/**
 * API servers of today ask for one object at a time, of 3 MiB at most, also for a list (seen on 1.36); but the API allows
 * for all of a list at once. This is enough for a page of kubectl's, 500 objects, of 64 KiB each.
 */
const longestReviewBytes = 32 * 1024 * 1024;

/** API servers set no limit here, but give up their own clients' requests after 60 s: kube-apiserver's --request-timeout. */
const longestReviewMs = 60_000;

/** How many failures a message tells of: it becomes the error message of a client that wanted a list. */
const mostReasons = 20;

/**
 * The endpoint that API servers ask for objects in another version of their kind.
 *
 * An object that can't be converted fails its whole review, since the API knows nothing finer; the message names each that
 * fails and says why.
 *
 * @param definitions - those of the storage versions of the kinds that are converted.
 */
export function conversionEndpoint(definitions: readonly ResourceDefinition[], ports: WebhookPorts): PostEndpoint {
  const { clock, logger, metrics } = ports;
  const known = new Map(definitions.map((definition) => [formatGroupKind(definition), definition]));
  const news = new News(clock);
  const conversions = { clock, metrics: metrics.conversion() };
  return {
    longestBodyBytes: longestReviewBytes,
    longestAnswerMs: longestReviewMs,
    metrics: metrics.webhook(conversionPath),
    async answer(body, signal) {
      const review = conversionReview(body);
      const { apiVersion, uid } = review;
      const { objects, failures } = await convertedObjects(review, known, conversions, signal);
      if (failures.length > 0) {
        // An API server that fills its cache asks again ten times a second, until the object can be converted.
        const isNew = failures.filter(({ message }) => news.isNew(message)).length > 0;
        const fields = { uid, objects: failures.map(({ message }) => message), error: failures[0] };
        logger[isNew ? 'error' : 'debug']('conversion failed', fields);
      }
      const response =
        failures.length === 0
          ? { convertedObjects: objects, result: { status: 'Success' } }
          : { convertedObjects: [], result: { status: 'Failure', message: messageOf(failures) } };
      return json({ apiVersion, kind: 'ConversionReview', response: { uid, ...response } });
    },
  };
}

function messageOf(failures: readonly ConversionError[]): string {
  const reasons = failures.slice(0, mostReasons).map(({ message }) => message);
  const left = failures.length - reasons.length;
  return [...reasons, ...(left > 0 ? [`and ${left} more, which the operator has logged`] : [])].join('; ');
}
