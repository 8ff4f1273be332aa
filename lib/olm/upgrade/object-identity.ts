import { formatGroupKind } from '../../api/index.ts';
import { objectKindOf, type Place } from '../content/index.ts';

/** Returns the kind in the identity of an object: with its group, without its version, such as `StatefulSet.apps`. */
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
