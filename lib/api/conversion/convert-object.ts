// In: an object in one version of its kind, and the definition with the callbacks between the versions. Out: the object
// in another version, with an annotation for content that this version can't express. Called by the conversion endpoint
// for each object of a review.

import { isSameJson } from '../../schema/index.ts';
import { hasSchemaTypes } from '../../schema/structural/index.ts';
import { thrownText } from '../../system/index.ts';
import { apiVersion } from '../kind/group-version-kind.ts';
import type { KubernetesObject } from '../object/kubernetes-object.ts';
import { objectKey } from '../object/object-key.ts';
import { hasEmptyAnnotations } from '../object/written-annotations.ts';
import type { ResourceDefinition } from '../resource/resource-definition.ts';
import { type Content, conversionContent, storedContent, withConversionContent } from './content.ts';
import { ConversionError } from './conversion-error.ts';
import { type ConversionStep, conversionIfPossible, conversionSteps } from './conversion-step.ts';
import { conversionAnnotation, type KeptContent, keptContents, withKeptContents } from './kept-content.ts';
import { restoredContent } from './restored-content.ts';

/**
 * Returns the object in another version of its kind: one step from or to the storage version, or two through it.
 *
 * No content is lost: the annotation `<singular>.<group>/conversion` keeps content that the new version can't express.
 * The conversion back restores it, except for fields that were edited meanwhile. If Kubernetes would refuse that
 * annotation because of its size or depth, the object has the annotation `<singular>.<group>/conversion-incomplete`
 * instead. All other metadata, conditions and `observedGeneration` stay as they are. The given object isn't changed.
 *
 * If field managers have applied in different versions, server-side apply drops only whole annotations. It can't remove
 * one field of several that one of those versions can't express. A patch or an update can.
 *
 * @param definition - that of the storage version.
 * @param desiredApiVersion - that of the storage version or of one that it lists.
 * @throws ConversionError if there is no such version, or if a callback throws or its result isn't valid.
 * @example
 * const { spec } = convertObject(Database.definition, stored, 'example.com/v1beta1');
 * // { engine: 'mysql', version: '8.0' } → { dbType: 'mysql', version: '8.0' }
 */
export function convertObject(
  definition: ResourceDefinition,
  object: KubernetesObject,
  desiredApiVersion: string,
): KubernetesObject {
  if (object.apiVersion === desiredApiVersion) return object;
  try {
    return conversionSteps(definition, object.apiVersion, desiredApiVersion).reduce(objectAfterStep, object);
  } catch (error) {
    const failed = { kind: object.kind, object: objectKey(object), from: object.apiVersion, to: desiredApiVersion };
    const { message, cause = error } = error instanceof Error ? error : { message: thrownText(error) };
    throw new ConversionError(failed, message, cause);
  }
}

function objectAfterStep(object: KubernetesObject, step: ConversionStep): KubernetesObject {
  const { from, to } = step;
  const { [to.version]: kept, [from.version]: _stale, ...others } = keptContents(object, conversionAnnotation(to));
  const content = conversionContent(object);
  const known = usableKeptContent(kept, to);
  const converted = known === undefined ? step.forth(content) : restoredContent(step, content, known);

  const hadEmptyAnnotations = hasEmptyAnnotations(object);
  const contents = isContentExpressed(content, converted, step)
    ? others
    : { ...others, [from.version]: { content, hadEmptyAnnotations } };
  const metadata = withKeptContents(object.metadata, {
    definition: to,
    contents,
    hadEmptyAnnotations: kept?.hadEmptyAnnotations ?? hadEmptyAnnotations,
  });
  return { ...withConversionContent(object, apiVersion(to), converted), metadata };
}

/** Returns the part of kept content that fits a version. It may be invalid, because any user can write annotations. */
function usableKeptContent(kept: KeptContent | undefined, definition: ResourceDefinition): Content | undefined {
  if (kept === undefined) return undefined;
  const content = storedContent(definition, kept.content);
  return hasSchemaTypes(definition.schema.content, content) ? content : undefined;
}

/** Returns true if the callbacks alone give the same content again. If the conversion back fails, they don't. */
function isContentExpressed(content: Content, converted: Content, step: ConversionStep): boolean {
  const convertedBack = conversionIfPossible(() => step.back(converted));
  return convertedBack !== undefined && isSameJson(convertedBack, content);
}
