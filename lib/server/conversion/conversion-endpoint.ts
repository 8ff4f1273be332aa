// In: reviews with objects of the operator's kinds. Out: the same objects in the requested version. Called by API
// servers whenever a client uses another version than the stored one, including lists.

import {
  ConversionError,
  convertObject,
  formatGroupKind,
  groupVersionKind,
  incompleteAnnotation,
  type KubernetesObject,
  objectKey,
  objectTitle,
  type ResourceDefinition,
} from '../../api/index.ts';
import type { Clock } from '../../clock/index.ts';
import { conversionPath } from '../../constructs/index.ts';
import { thrownText } from '../../system/index.ts';
import type { ConversionMetrics } from '../../telemetry/index.ts';
import type { InTurn, PostEndpoint } from '../endpoint.ts';
import { LogLimiter } from '../log-limiter.ts';
import { jsonReply } from '../reply.ts';
import type { ConversionPorts } from '../webhook-ports.ts';
import { type ConversionReview, conversionReview } from './conversion-review.ts';

/**
 * Current API servers convert one object at a time, of at most 3 MiB, also for a list (seen on 1.36); but the API
 * allows all objects of a list at once. This is enough for a page of kubectl's, 500 objects, of 64 KiB each.
 */
const longestReviewBytes = 32 * 1024 * 1024;

/**
 * API servers set no limit here, but time out their own clients' requests after 60 s: kube-apiserver's
 * --request-timeout.
 */
const longestReviewMs = 60_000;

/**
 * Returns the endpoint that converts objects to another version of their kind.
 *
 * An object that can't be converted fails its whole review, since the API has no partial result; the message names the
 * first failure. If content doesn't fit into the annotations of an object, it is converted without that content, which
 * is logged.
 *
 * @param definitions - those of the storage versions of the converted kinds.
 */
export function conversionEndpoint(definitions: readonly ResourceDefinition[], ports: ConversionPorts): PostEndpoint {
  const { clock, logger, metrics } = ports;
  const known = new Map(definitions.map((definition) => [formatGroupKind(definition), definition]));
  const logLimiter = new LogLimiter(clock);
  const conversions = { clock, metrics: metrics.conversion() };

  return {
    longestBodyBytes: longestReviewBytes,
    longestResponseMs: longestReviewMs,
    metrics: metrics.webhook(conversionPath),
    async answer(body, signal, inTurn) {
      const review = conversionReview(body);
      const { apiVersion, uid } = review;
      const converted = await convertedObjects(review, known, { ...conversions, signal, inTurn });
      const respond = (response: object) =>
        jsonReply({ apiVersion, kind: 'ConversionReview', response: { uid, ...response } });
      if (ConversionError.is(converted)) {
        // An API server that fills its cache repeats the request ten times a second, until the object can be converted.
        const { message } = converted;
        const level = logLimiter.isNewTopic(message) ? 'error' : 'debug';
        logger[level]('conversion failed', { uid, reason: message, error: converted });
        return respond({ convertedObjects: [], result: { status: 'Failure', message } });
      }
      for (const { object, reason } of incompleteObjects(converted, known)) {
        const title = objectTitle(object);
        const level = logLimiter.isNewTopic(`incomplete ${title}`) ? 'warn' : 'debug';
        const fields = { object: title, version: object.apiVersion, reason };
        logger[level]('object converted without content that the version cannot express', fields);
      }
      return respond({ convertedObjects: converted, result: { status: 'Success' } });
    },
  };
}

/** Returns the objects whose annotations say that content is missing, and the reason in them. */
function incompleteObjects(
  objects: readonly KubernetesObject[],
  definitions: ReadonlyMap<string, ResourceDefinition>,
): { readonly object: KubernetesObject; readonly reason: string }[] {
  return objects.flatMap((object) => {
    const definition = definitions.get(formatGroupKind(groupVersionKind(object)));
    const reason = definition && object.metadata.annotations?.[incompleteAnnotation(definition)];
    return reason === undefined ? [] : [{ object, reason }];
  });
}

/** The longest time until the request waits for its next turn: probes and leases wait as long. */
const longestRunMs = 20;

interface ConversionRun {
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly metrics: ConversionMetrics;
  readonly signal: AbortSignal;
  readonly inTurn: InTurn;
}

/**
 * Converts the objects of a review, or returns the first failure: the API has no partial result, so the objects after a
 * failure are skipped.
 *
 * @param definitions - those of the storage versions, by group and kind.
 * @throws the reason of the signal if it aborts before the end.
 */
async function convertedObjects(
  { objects, desiredApiVersion }: Pick<ConversionReview, 'objects' | 'desiredApiVersion'>,
  definitions: ReadonlyMap<string, ResourceDefinition>,
  { clock, metrics, signal, inTurn }: ConversionRun,
): Promise<readonly KubernetesObject[] | ConversionError> {
  const converted: KubernetesObject[] = [];
  const remaining = objects.values();
  const convertSome = (): ConversionError | 'all' | 'some' => {
    signal.throwIfAborted();
    const startMs = clock.monotonic();
    for (const object of remaining) {
      const kind = formatGroupKind(groupVersionKind(object));
      const definition = definitions.get(kind);
      const result = conversionAttempt(definition, object, desiredApiVersion);
      metrics.objectConverted({
        kind: definition === undefined ? 'unknown' : kind,
        result: ConversionError.is(result) ? 'error' : 'success',
      });
      if (ConversionError.is(result)) return result;
      converted.push(result);
      if (converted.length < objects.length && clock.monotonic() - startMs > longestRunMs) return 'some';
    }
    return 'all';
  };
  let outcome = convertSome();
  while (outcome === 'some') outcome = await inTurn(convertSome);
  return ConversionError.is(outcome) ? outcome : converted;
}

function conversionAttempt(
  definition: ResourceDefinition | undefined,
  object: KubernetesObject,
  desiredApiVersion: string,
): KubernetesObject | ConversionError {
  try {
    if (definition === undefined)
      throw new Error(
        'the operator does not convert this kind: its definition names the webhook of another operator, or of another release',
      );
    return convertObject(definition, object, desiredApiVersion);
  } catch (error) {
    if (ConversionError.is(error)) return error;
    const { kind, apiVersion: from } = object;
    const reason = thrownText(error);
    return new ConversionError({ kind, object: objectKey(object), from, to: desiredApiVersion }, reason, error);
  }
}
