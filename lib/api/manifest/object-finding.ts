// In: an object in a chart, the props that its author gave, and a validation for objects of its kind. Out: the
// findings, as sentences. Called when charts are validated, by the classes of own and of imported kinds.

import type { ApiObject } from 'cdk8s';
import { type Finding, formatFinding, isJsonObject, type JsonObject } from '../../schema/index.ts';
import { isPlainJsonObject } from './plain-object.ts';
import { unwritableFindings, unwritableMetadataFindings, unwritableValueFindings } from './unwritable-value.ts';

/** An object in a chart, and the props that its author gave. */
export interface ConstructedObject {
  readonly object: ApiObject;
  /** Includes values that can't be written, or that cdk8s drops. */
  readonly props: { readonly metadata?: { readonly name?: string } | undefined };
}

/**
 * Returns the findings for an object in a chart in its written form: one sentence per field, or per broken rule. A
 * finding that depends on the name quotes the name. Rules that only the API server can evaluate are ignored, since an
 * author can't fix them.
 */
export function objectFindings(
  { object, props }: ConstructedObject,
  validated: (written: JsonObject) => readonly Finding[],
): string[] {
  const { metadata: givenMetadata, ...content } = props;
  const lost = [...unwritableMetadataFindings(givenMetadata), ...unwritableFindings(content, '')];
  if (lost.length > 0) return lost.map(formatFinding);
  const written = writtenManifest(object);
  if (!isJsonObject(written)) {
    const instances = unwritableValueFindings(props, '').map(formatFinding);
    return instances.length > 0 ? instances : [String(written)];
  }
  // The results of Lazy values.
  const produced = unwritableFindings(written, '');
  if (produced.length > 0) return produced.map(formatFinding);
  const { metadata = {}, ...nameless } = written;
  const given = { ...emptyMetadataFields(givenMetadata), ...(isJsonObject(metadata) && metadata) };
  const findings = validated({ ...nameless, metadata: given });
  if (findings.length === 0) return [];
  const { name } = given;
  const isMade = props.metadata?.name === undefined && name === object.name;
  // A finding that disappears without the name is about the name.
  const others = new Set(validated(nameless).map(formatFinding));
  return findings.map((finding) => {
    const sentence = formatFinding(finding);
    if (finding.path === 'metadata.name') return isMade ? `${sentence}; it ${remedy}` : sentence;
    if (finding.path.startsWith('metadata') || others.has(sentence)) return sentence;
    return `${sentence}; metadata.name is ${JSON.stringify(name)}${isMade ? `, which ${remedy}` : ''}`;
  });
}

const remedy = "was made from the construct's path: give one";

/** Returns the empty fields of metadata, which cdk8s silently drops, also if their names aren't valid. */
function emptyMetadataFields(metadata: object = {}): JsonObject {
  const empty = Object.entries(metadata).filter(
    ([, value]) => isPlainJsonObject(value) && Object.keys(value).length === 0,
  );
  return Object.fromEntries(empty.map(([field]) => [field, {}]));
}

/** Returns the manifest of an object in a chart, with Lazy values resolved; or a sentence if it can't be written. */
function writtenManifest(object: ApiObject): unknown {
  try {
    return object.toJson();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
