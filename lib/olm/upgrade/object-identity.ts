import { formatGroupKind, type GroupVersionKind, groupVersionKind } from '../../api/index.ts';
import type { Place } from '../content/index.ts';

/** The kind of an object in a bundle. */
export function kindOf(object: Place): GroupVersionKind {
  const [apiVersion = '', kind = ''] = ['apiVersion', 'kind'].map((field) => object.at(field).text);
  return groupVersionKind({ apiVersion, kind });
}

/** Its kind and group, where the version makes no difference, such as `StatefulSet.apps`. */
export function groupKindOf(object: Place): string {
  return formatGroupKind(kindOf(object));
}

/** An object in a bundle as messages name it, such as `StatefulSet db`. */
export function titleOf(object: Place): string {
  return `${object.at('kind').text} ${object.at('metadata', 'name').text}`;
}

/** Kind, namespace and name; undefined without a name. An object is the same one in whichever version it is written. */
export function objectIdentity(object: Place): string | undefined {
  const [name, namespace = ''] = ['name', 'namespace'].map((field) => object.at('metadata', field).text);
  return name === undefined ? undefined : [groupKindOf(object), namespace, name].join(' ');
}
