// In: reviews with objects of any kind of the operator's. Out: the same objects in the version that was asked for.
// Called by API servers whenever a client speaks another version than the one that is stored, lists included.

import {
  ConversionError,
  formatGroupKind,
  groupVersionKind,
  incompleteAnnotation,
  type KubernetesObject,
  objectTitle,
  type ResourceDefinition,
} from '../../api/index.ts';
import { conversionPath } from '../../constructs/index.ts';
import { json, type PostEndpoint } from '../endpoint.ts';
import { RecentTopics } from '../recent-topics.ts';
import type { ConversionPorts } from '../webhook-ports.ts';
import { conversionReview } from './conversion-review.ts';
import { convertedObjects } from './converted-objects.ts';

/**
 * API servers of today ask for one object at a time, of 3 MiB at most, also for a list (seen on 1.36); but the API allows
 * for all of a list at once. This is enough for a page of kubectl's, 500 objects, of 64 KiB each.
 */
const longestReviewBytes = 32 * 1024 * 1024;

/** API servers set no limit here, but give up their own clients' requests after 60 s: kube-apiserver's --request-timeout. */
const longestReviewMs = 60_000;

/**
 * The endpoint that API servers ask for objects in another version of their kind.
 *
 * An object that can't be converted fails its whole review, since the API knows nothing finer; the message names the first
 * that fails and says why. One whose content doesn't fit into its annotations is converted without it, which is logged.
 *
 * @param definitions - those of the storage versions of the kinds that are converted.
 */
export function conversionEndpoint(definitions: readonly ResourceDefinition[], ports: ConversionPorts): PostEndpoint {
  const { clock, logger, metrics } = ports;
  const known = new Map(definitions.map((definition) => [formatGroupKind(definition), definition]));
  const recentTopics = new RecentTopics(clock);
  const conversions = { clock, metrics: metrics.conversion() };

  function reportIncomplete(object: KubernetesObject): void {
    const definition = known.get(formatGroupKind(groupVersionKind(object)));
    const reason = definition && object.metadata.annotations?.[incompleteAnnotation(definition)];
    if (reason === undefined) return;
    const title = objectTitle(object);
    const level = recentTopics.isNew(`incomplete ${title}`) ? 'warn' : 'debug';
    logger[level]('object converted without content that the version cannot express', {
      object: title,
      version: object.apiVersion,
      reason,
    });
  }

  return {
    longestBodyBytes: longestReviewBytes,
    longestAnswerMs: longestReviewMs,
    metrics: metrics.webhook(conversionPath),
    async answer(body, signal) {
      const review = conversionReview(body);
      const { apiVersion, uid } = review;
      const converted = await convertedObjects(review, known, conversions, signal);
      const isFailure = ConversionError.is(converted);
      if (isFailure) {
        // An API server that fills its cache asks again ten times a second, until the object can be converted.
        const { message } = converted;
        logger[recentTopics.isNew(message) ? 'error' : 'debug']('conversion failed', {
          uid,
          reason: message,
          error: converted,
        });
      } else {
        for (const object of converted) reportIncomplete(object);
      }
      const response = isFailure
        ? { convertedObjects: [], result: { status: 'Failure', message: converted.message } }
        : { convertedObjects: converted, result: { status: 'Success' } };
      return json({ apiVersion, kind: 'ConversionReview', response: { uid, ...response } });
    },
  };
}
