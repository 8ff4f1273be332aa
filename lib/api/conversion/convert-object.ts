// In: an object in one version of its kind, and the definition with the callbacks between the versions.
// Out: the object in another version; what that one can't express is carried in an annotation.
// Called by the conversion endpoint for each object of a review.

import { thrownText } from '../../system/index.ts';
import { apiVersion } from '../kind/group-version-kind.ts';
import type { KubernetesObject } from '../object/kubernetes-object.ts';
import { objectKey } from '../object/object-key.ts';
import type { ResourceDefinition } from '../resource/resource-definition.ts';
import { type Content, contentOf, fieldsOf, isSameContent, withContent } from './content.ts';
import { contentSchema, hasTypes, prunedContent } from './content-schema.ts';
import { ConversionError } from './conversion-error.ts';
import { attempted, type ConversionStep, conversionSteps } from './conversion-step.ts';
import {
  conversionAnnotation,
  hasNoAnnotation,
  type KeptContent,
  keptContents,
  withKeptContents,
} from './kept-content.ts';
import { restoredContent } from './restored-content.ts';

/**
 * The object in another version of its kind: one step from or to the storage version, or two by way of it.
 *
 * Nothing is stale. What the new version can't express is kept in the annotation `<singular>.<group>/conversion`, and comes
 * back with the way back, but for fields that were edited in the meantime. Where that annotation would be larger than
 * Kubernetes allows, or too deep, the object comes without it, and the annotation `<singular>.<group>/conversion-incomplete`
 * says so. Metadata is left alone otherwise, as are conditions and `observedGeneration`. The object given isn't changed.
 *
 * Where managers have applied in different versions, server-side apply can't take a field away that one of those versions
 * can't express while there are others of that sort: it drops whole annotations only. A patch or an update can.
 *
 * @param definition - that of the storage version.
 * @param desiredApiVersion - that of the storage version or of one that it lists.
 * @throws ConversionError if there is no such version, or if a callback throws or returns nonsense.
 */
export function convertObject(
  definition: ResourceDefinition,
  object: KubernetesObject,
  desiredApiVersion: string,
): KubernetesObject {
  if (object.apiVersion === desiredApiVersion) return object;
  try {
    return conversionSteps(definition, object.apiVersion, desiredApiVersion).reduce(afterStep, object);
  } catch (error) {
    const failed = { kind: object.kind, object: objectKey(object), from: object.apiVersion, to: desiredApiVersion };
    const { message, cause = error } = error instanceof Error ? error : { message: thrownText(error) };
    throw new ConversionError(failed, message, cause);
  }
}

function afterStep(object: KubernetesObject, step: ConversionStep): KubernetesObject {
  const { from, to } = step;
  const { [to.version]: kept, [from.version]: _stale, ...others } = keptContents(object, conversionAnnotation(to));
  const content = contentOf(object);
  const known = usable(kept, to);
  const converted = known === undefined ? step.forth(content) : restoredContent(step, content, known);

  const hadNoAnnotation = hasNoAnnotation(object);
  const contents = isExpressed(content, converted, step)
    ? others
    : { ...others, [from.version]: { content, hadNoAnnotation } };
  const metadata = withKeptContents(object.metadata, {
    definition: to,
    contents,
    hadNoAnnotation: kept?.hadNoAnnotation ?? hadNoAnnotation,
  });
  return { ...withContent(object, apiVersion(to), converted), metadata };
}

/** What of kept content can be of a version at all: anybody may write into annotations. */
function usable(kept: KeptContent | undefined, definition: ResourceDefinition): Content | undefined {
  if (kept === undefined) return undefined;
  const schema = contentSchema(definition);
  const content = fieldsOf(prunedContent(kept.content, schema));
  return hasTypes(content, schema) ? content : undefined;
}

/** Whether the callbacks alone give the content again. Where the way back can't even be gone, they don't. */
function isExpressed(content: Content, converted: Content, step: ConversionStep): boolean {
  const again = attempted(() => step.back(converted));
  return again !== undefined && isSameContent(again, content);
}
