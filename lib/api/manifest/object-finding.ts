// In: an object in a chart, the props that its author gave, and what judges objects of its kind. Out: what is wrong with
// it, in sentences. Called when charts are validated, by the classes of own and of imported kinds.

import type { ApiObject } from 'cdk8s';
import { type Finding, formatFinding, isJsonObject, type JsonObject } from '../../schema/index.ts';
import { isPlain } from './plain-object.ts';
import { instanceFindings, unwritableFindings, unwritableMetadata } from './unwritable-value.ts';
import { writtenObject } from './written-object.ts';

/** An object in a chart, and what its author gave. */
export interface ConstructedObject {
  readonly object: ApiObject;
  /** With what can't be written, or is lost to cdk8s. */
  readonly props: { readonly metadata?: { readonly name?: string } | undefined };
}

/**
 * What is wrong with an object in a chart, as it is going to be written: one sentence per field, or rule that it breaks.
 * What depends on its name tells the name. Rules that only the API server can evaluate are passed over in silence, since
 * nobody could mend them.
 */
export function objectFindings(
  { object, props }: ConstructedObject,
  judge: (written: JsonObject) => readonly Finding[],
): string[] {
  const { metadata: givenMetadata, ...content } = props;
  const lost = [...unwritableMetadata(givenMetadata), ...unwritableFindings(content, '')];
  if (lost.length > 0) return lost.map(formatFinding);
  const written = writtenObject(object);
  if (!isJsonObject(written)) {
    const instances = instanceFindings(props, '').map(formatFinding);
    return instances.length > 0 ? instances : [String(written)];
  }
  // What Lazy values come to.
  const produced = unwritableFindings(written, '');
  if (produced.length > 0) return produced.map(formatFinding);
  const { metadata = {}, ...nameless } = written;
  const given = { ...emptyFields(givenMetadata), ...(isJsonObject(metadata) && metadata) };
  const findings = judge({ ...nameless, metadata: given });
  if (findings.length === 0) return [];
  const { name } = given;
  const isMade = props.metadata?.name === undefined && name === object.name;
  // A finding that isn't there without a name is about the name.
  const others = new Set(judge(nameless).map(formatFinding));
  return findings.map((finding) => {
    const sentence = formatFinding(finding);
    if (finding.path === 'metadata.name') return isMade ? `${sentence}; it ${remedy}` : sentence;
    if (finding.path.startsWith('metadata') || others.has(sentence)) return sentence;
    return `${sentence}; metadata.name is ${JSON.stringify(name)}${isMade ? `, which ${remedy}` : ''}`;
  });
}

const remedy = "was made from the construct's path: give one";

/** What cdk8s leaves out of metadata without a word, and so also where there is no such field. */
function emptyFields(metadata: object = {}): JsonObject {
  const empty = Object.entries(metadata).filter(([, value]) => isPlain(value) && Object.keys(value).length === 0);
  return Object.fromEntries(empty.map(([field]) => [field, {}]));
}
