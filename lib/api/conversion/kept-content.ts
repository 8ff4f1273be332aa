// In: the annotation in which an object carries its content in other versions. Out: those contents; and back again.
// Called by `convertObject`, before and after its step from version to version.

import { isJsonList, isJsonObject, type JsonObject, type JsonValue } from '../../schema/index.ts';
import type { KubernetesObject, ObjectMeta } from '../object/kubernetes-object.ts';
import type { ResourceDefinition } from '../resource/resource-definition.ts';
import { canonicalJson } from './canonical-json.ts';
import type { Content } from './content.ts';

/** Content in one version that another couldn't express. */
export interface KeptContent {
  readonly content: Content;
  /** Whether the object had annotations, but none: `{}` and nothing aren't the same. */
  readonly hadNoAnnotation: boolean;
}

/** What an object carries for its other versions: version → content. */
export type KeptContents = Readonly<Record<string, KeptContent>>;

/** How many bytes of UTF-8 all names and values of an object's annotations may have together: Kubernetes' own limit. */
const largestAnnotationsBytes = 256 * 1024;

/** How many objects and lists may be in one another in what is kept: far more than anybody needs, far less than the stack bears. */
const deepestContent = 500;

/** The annotation in which an object carries what its version can't express: `<singular>.<group>/conversion`. */
export function conversionAnnotation({ singular, group }: Pick<ResourceDefinition, 'singular' | 'group'>): string {
  return `${singular}.${group}/conversion`;
}

/**
 * The annotation that says that an object lacks what its version can't express, and why:
 * `<singular>.<group>/conversion-incomplete`.
 */
export function incompleteAnnotation({ singular, group }: Pick<ResourceDefinition, 'singular' | 'group'>): string {
  return `${singular}.${group}/conversion-incomplete`;
}

/** What an object carries. What nobody here can have written counts for nothing. */
export function keptContents({ metadata }: KubernetesObject, annotation: string): KeptContents {
  const contents = parsed(metadata.annotations?.[annotation]);
  return Object.fromEntries(
    Object.entries(contents).flatMap(([version, kept]) => (isKept(kept) ? [[version, keptContent(kept)]] : [])),
  );
}

/** Whether an object has annotations, but none in them. */
export function hasNoAnnotation({ metadata: { annotations } }: KubernetesObject): boolean {
  return isJsonObject(annotations) && Object.keys(annotations).length === 0;
}

/** What an object is to carry, and where. */
export interface Carried {
  readonly definition: ResourceDefinition;
  readonly contents: KeptContents;
  /** Whether annotations stay, though none is left. */
  readonly hadNoAnnotation: boolean;
}

/**
 * The metadata of an object that carries these contents in place of what it carried.
 *
 * Where Kubernetes would refuse them, because they are too large or too deep, the object carries none, and an annotation says
 * so: one object must not make lists fail for all who read its kind in another version.
 */
export function withKeptContents(metadata: ObjectMeta, { definition, contents, hadNoAnnotation }: Carried): ObjectMeta {
  const { annotations: given, ...rest } = metadata;
  const annotations = given ?? {};
  const [kept, incomplete] = [conversionAnnotation(definition), incompleteAnnotation(definition)];
  const isOurs = (name: string) => name === kept || name === incomplete;
  const others = Object.fromEntries(Object.entries(annotations).filter(([name]) => !isOurs(name)));
  if (Object.keys(contents).length > 0) return { ...rest, annotations: carrying(others, kept, incomplete, contents) };
  if (!Object.keys(annotations).some(isOurs)) return metadata;
  return Object.keys(others).length > 0 || hadNoAnnotation ? { ...rest, annotations: others } : rest;
}

type Annotations = Readonly<Record<string, string>>;

function carrying(others: Annotations, kept: string, incomplete: string, contents: KeptContents): Annotations {
  const reason = obstacle(others, kept, contents);
  if (typeof reason !== 'string') return reason.annotations;
  const versions = Object.keys(contents).join(' and ');
  const note = `what only ${versions} can express is left out, because ${reason}: read and write the object in ${versions}`;
  const noted = { ...others, [incomplete]: note };
  return bytesOf(noted) <= largestAnnotationsBytes ? noted : others;
}

/** The annotations with what is to be carried, or why there can't be such. */
function obstacle(
  others: Annotations,
  kept: string,
  contents: KeptContents,
): string | { readonly annotations: Annotations } {
  if (Object.values(contents).some(({ content }) => isTooDeep(content)))
    return `it has more than ${deepestContent} levels`;
  const annotations = { ...others, [kept]: written(contents) };
  const bytes = bytesOf(annotations);
  if (bytes <= largestAnnotationsBytes) return { annotations };
  return `all annotations together would have ${bytes} bytes, more than the ${largestAnnotationsBytes} that Kubernetes allows`;
}

function parsed(text: unknown): JsonObject {
  if (typeof text !== 'string') return {};
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : {};
  } catch {
    // Not ours: somebody has written into the annotation. What can't be read is worth nothing.
    return {};
  }
}

function isKept(kept: JsonValue): kept is JsonObject {
  if (!isJsonObject(kept) || isTooDeep(kept)) return false;
  return [kept.spec, kept.status].every((part) => part === undefined || isJsonObject(part));
}

/** Whoever writes such a thing into the annotation could otherwise make every list with the object in it fail. */
function isTooDeep(content: JsonObject): boolean {
  let level: readonly JsonValue[] = [content];
  for (let depth = 0; depth <= deepestContent && level.length > 0; depth += 1) {
    level = level.flatMap((value) => (isJsonList(value) ? value : isJsonObject(value) ? Object.values(value) : []));
  }
  return level.length > 0;
}

function keptContent({ spec, status, annotations }: JsonObject): KeptContent {
  const content = { ...(spec !== undefined && { spec }), ...(status !== undefined && { status }) };
  return { content, hadNoAnnotation: annotations !== undefined };
}

function written(contents: KeptContents): string {
  const entries = Object.entries(contents).map(([version, { content, hadNoAnnotation }]): [string, JsonObject] => [
    version,
    { ...content, ...(hadNoAnnotation && { annotations: {} }) },
  ]);
  return canonicalJson(Object.fromEntries(entries));
}

function bytesOf(annotations: Annotations): number {
  return Object.entries(annotations).reduce((sum, entry) => sum + Buffer.byteLength(entry.join('')), 0);
}
