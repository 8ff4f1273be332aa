// In: a review from an API server. Out: its objects in the requested version, or the first failure. Called by the
// conversion endpoint.

import {
  ConversionError,
  convertObject,
  formatGroupKind,
  groupVersionKind,
  type KubernetesObject,
  objectKey,
  type ResourceDefinition,
} from '../../api/index.ts';
import type { Clock } from '../../clock/index.ts';
import { thrownText } from '../../system/index.ts';
import type { ConversionMetrics } from '../../telemetry/index.ts';
import type { ConversionReview } from './conversion-review.ts';

/** The inputs of conversions. */
export interface ConverterPorts {
  readonly clock: Clock;
  readonly metrics: ConversionMetrics;
}

/** The longest time without a pause for the rest of the process: probes and leases wait as long. */
const longestRunMs = 20;

/**
 * Converts the objects of a review, or returns the first failure: the API has no partial result, so the objects after a
 * failure are skipped.
 *
 * @param definitions - those of the storage versions, by group and kind.
 * @throws the reason of `signal` if it aborts before the end.
 */
export async function convertedObjects(
  { objects, desiredApiVersion }: Pick<ConversionReview, 'objects' | 'desiredApiVersion'>,
  definitions: ReadonlyMap<string, ResourceDefinition>,
  { clock, metrics }: ConverterPorts,
  signal: AbortSignal,
): Promise<readonly KubernetesObject[] | ConversionError> {
  const converted: KubernetesObject[] = [];
  let restedAtMs = clock.monotonic();
  for (const object of objects) {
    if (clock.monotonic() - restedAtMs > longestRunMs) {
      await clock.sleep(0, signal);
      restedAtMs = clock.monotonic();
    }
    const kind = formatGroupKind(groupVersionKind(object));
    const definition = definitions.get(kind);
    const result = conversionAttempt(definition, object, desiredApiVersion);
    metrics.objectConverted({
      kind: definition === undefined ? 'unknown' : kind,
      result: ConversionError.is(result) ? 'error' : 'success',
    });
    if (ConversionError.is(result)) return result;
    converted.push(result);
  }
  return converted;
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
