import type { JsonObject } from '../../../api/index.ts';
import { scalarText, valueAt } from '../object.ts';
import type { ResourceType } from '../resource-type.ts';
import { groupResource } from '../status-error.ts';
import type { ObjectStorage } from '../store/store.ts';

/** Resources of the core group that quotas also count by their plain name. */
const plain: ReadonlySet<string> = new Set([
  'configmaps',
  'persistentvolumeclaims',
  'pods',
  'replicationcontrollers',
  'resourcequotas',
  'secrets',
  'services',
]);

/** Returns the collection whose objects a resource of a quota counts; undefined if the resource isn't a count. */
export function countedCollection(resource: string): string | undefined {
  if (plain.has(resource)) return `/${resource}`;
  if (!resource.startsWith('count/')) return undefined;
  const [plural = '', ...group] = resource.slice('count/'.length).split('.');
  return `${group.join('.')}/${plural}`;
}

/** Returns the resources of quotas that count the objects of a kind. */
export function countingResources(type: ResourceType): readonly string[] {
  const isPlain = type.group === '' && plain.has(type.plural);
  return [`count/${groupResource(type)}`, ...(isPlain ? [type.plural] : [])];
}

/** Returns the number of objects that a resource counts in a namespace. Pods that have ended don't count as `pods`. */
export function objectCount(store: ObjectStorage, resource: string, namespace: string): number {
  const collection = countedCollection(resource);
  if (collection === undefined) return 0;
  const found = store.list(collection).filter(([key]) => key.startsWith(`${namespace}/`));
  return resource === 'pods' ? found.filter(([, pod]) => !hasEnded(pod)).length : found.length;
}

function hasEnded(pod: JsonObject): boolean {
  return ['Failed', 'Succeeded'].includes(scalarText(valueAt(pod, ['status', 'phase'])));
}
