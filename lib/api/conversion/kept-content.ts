// In: the annotation in which an object keeps its content in other versions. Out: those contents; and back again.
// Called by `convertObject`, before and after its step from version to version.

import {
  canonicalJson,
  fieldsIn,
  isJsonDeeperThan,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../../schema/index.ts';
import type { KubernetesObject, ObjectMeta } from '../object/kubernetes-object.ts';
import type { ResourceDefinition } from '../resource/resource-definition.ts';
import type { Content } from './content.ts';

/** Content in one version that another version can't express. */
export interface KeptContent {
  readonly content: Content;
  /** True if the object had the annotations `{}`, which differ from absent annotations. */
  readonly hadEmptyAnnotations: boolean;
}

/** The content that an object keeps for its other versions: version → content. */
export type KeptContents = Readonly<Record<string, KeptContent>>;

/** The maximum size of an object's annotations, names and values together, in bytes of UTF-8: Kubernetes' own limit. */
const largestAnnotationsBytes = 256 * 1024;

/**
 * The maximum depth of kept content: far more than users need, and far less than the stack allows. Deeper content, which
 * any user can write into the annotation, could make every list with its object fail.
 */
const deepestContent = 500;

/** Returns the annotation for content that an object's version can't express: `<singular>.<group>/conversion`. */
export function conversionAnnotation({ singular, group }: Pick<ResourceDefinition, 'singular' | 'group'>): string {
  return `${singular}.${group}/conversion`;
}

/**
 * Returns the annotation that reports lost content of other versions, and the reason:
 * `<singular>.<group>/conversion-incomplete`.
 */
export function incompleteAnnotation({ singular, group }: Pick<ResourceDefinition, 'singular' | 'group'>): string {
  return `${singular}.${group}/conversion-incomplete`;
}

/** Returns the content that an object keeps. An annotation that this library can't have written is ignored. */
export function keptContents({ metadata }: KubernetesObject, annotation: string): KeptContents {
  const contents = parsedAnnotation(metadata.annotations?.[annotation]);
  return Object.fromEntries(
    Object.entries(contents).flatMap(([version, kept]) => (isKeptContent(kept) ? [[version, keptContent(kept)]] : [])),
  );
}

/** The content that an object has to keep, and the kind with its annotations. */
export interface Carried {
  readonly definition: ResourceDefinition;
  readonly contents: KeptContents;
  /** True if empty annotations stay. */
  readonly hadEmptyAnnotations: boolean;
}

/**
 * Returns the metadata of an object that keeps these contents instead of its earlier ones.
 *
 * If Kubernetes would refuse them because of their size or depth, the object keeps none, and an annotation reports it.
 * One object must not make lists of its kind fail for all clients of another version.
 */
export function withKeptContents(
  metadata: ObjectMeta,
  { definition, contents, hadEmptyAnnotations }: Carried,
): ObjectMeta {
  const { annotations: given, ...rest } = metadata;
  const annotations = given ?? {};
  const [kept, incomplete] = [conversionAnnotation(definition), incompleteAnnotation(definition)];
  const isOurs = (name: string) => name === kept || name === incomplete;
  const others = Object.fromEntries(Object.entries(annotations).filter(([name]) => !isOurs(name)));
  if (Object.keys(contents).length > 0)
    return { ...rest, annotations: annotationsWithNote(others, kept, incomplete, contents) };
  if (!Object.keys(annotations).some(isOurs)) return metadata;
  return Object.keys(others).length > 0 || hadEmptyAnnotations ? { ...rest, annotations: others } : rest;
}

type Annotations = Readonly<Record<string, string>>;

function annotationsWithNote(
  others: Annotations,
  kept: string,
  incomplete: string,
  contents: KeptContents,
): Annotations {
  const reason = keptContentResult(others, kept, contents);
  if (typeof reason !== 'string') return reason.annotations;
  const versions = Object.keys(contents).join(' and ');
  const note = `content that only ${versions} can express is left out, because ${reason}: read and write the object in ${versions}`;
  const noted = { ...others, [incomplete]: note };
  return annotationBytes(noted) <= largestAnnotationsBytes ? noted : others;
}

/** Returns the annotations with the kept contents, or the reason why they are not possible. */
function keptContentResult(
  others: Annotations,
  kept: string,
  contents: KeptContents,
): string | { readonly annotations: Annotations } {
  if (Object.values(contents).some(({ content }) => isJsonDeeperThan(deepestContent, content)))
    return `it has more than ${deepestContent} levels`;
  const annotations = { ...others, [kept]: keptContentsText(contents) };
  const bytes = annotationBytes(annotations);
  if (bytes <= largestAnnotationsBytes) return { annotations };
  return `all annotations together would have ${bytes} bytes, more than the ${largestAnnotationsBytes} that Kubernetes allows`;
}

function parsedAnnotation(text: unknown): JsonObject {
  if (typeof text !== 'string') return {};
  try {
    return fieldsIn(JSON.parse(text));
  } catch {
    // Another actor has written the annotation. A text that can't be parsed is ignored.
    return {};
  }
}

function isKeptContent(kept: JsonValue): kept is JsonObject {
  if (!isJsonObject(kept) || isJsonDeeperThan(deepestContent, kept)) return false;
  return [kept.spec, kept.status].every((part) => part === undefined || isJsonObject(part));
}

function keptContent({ spec, status, annotations }: JsonObject): KeptContent {
  const content = { ...(spec !== undefined && { spec }), ...(status !== undefined && { status }) };
  return { content, hadEmptyAnnotations: annotations !== undefined };
}

function keptContentsText(contents: KeptContents): string {
  const entries = Object.entries(contents).map(([version, { content, hadEmptyAnnotations }]): [string, JsonObject] => [
    version,
    { ...content, ...(hadEmptyAnnotations && { annotations: {} }) },
  ]);
  return canonicalJson(Object.fromEntries(entries));
}

function annotationBytes(annotations: Annotations): number {
  return Object.entries(annotations).reduce((sum, entry) => sum + Buffer.byteLength(entry.join('')), 0);
}
