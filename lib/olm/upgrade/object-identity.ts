import { formatGroupKind } from '../../api/index.ts';
import { objectKindOf, type Place } from '../content/index.ts';
import type { Kept } from './release-pair.ts';

/** Returns kind and group without the version, such as `StatefulSet.apps`. */
export function objectGroupKind(object: Place): string {
  return formatGroupKind(objectKindOf(object));
}

/** Returns the name of an object for messages, such as `StatefulSet db`. */
export function objectTitleOf(object: Place): string {
  return `${object.at('kind').text} ${object.at('metadata', 'name').text}`;
}

/** Returns kind, namespace and name; undefined without a name. An object has the same identity in every version. */
export function objectIdentity(object: Place): string | undefined {
  const [name, namespace = ''] = ['name', 'namespace'].map((field) => object.at('metadata', field).text);
  return name === undefined ? undefined : [objectGroupKind(object), namespace, name].join(' ');
}

/**
 * Returns kind and name; undefined without a name. The namespace makes no difference: OLM puts all objects into that of
 * the installation.
 */
export function manifestIdentity(manifest: Place): string | undefined {
  const name = manifest.at('metadata', 'name').text;
  return name === undefined ? undefined : `${objectGroupKind(manifest)} ${name}`;
}

/**
 * Describes the change of an object's field; for a Secret, only the names of changed fields.
 *
 * @param object - the object with the field.
 */
export function shownChange(object: Place, { before, after }: Kept): string {
  const isHidden = objectGroupKind(object) === 'Secret' && /^(?:data|stringData)\b/.test(after.path);
  return isHidden ? 'its content changes' : `${shownValue(before.value)} → ${shownValue(after.value)}`;
}

/** Formats a value for findings, truncated if long. */
export function shownValue(value: unknown): string {
  const text = value === undefined ? 'none' : JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}
