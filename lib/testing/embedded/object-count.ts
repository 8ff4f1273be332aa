import type { JsonObject } from '../../api/index.ts';
import { metadataText, scalarText, valueAt } from './object.ts';
import type { ResourceType } from './resource-type.ts';
import { groupResource } from './status-error.ts';
import type { ObjectStorage } from './store/object-storage.ts';
import { ValueIndex } from './store/value-index.ts';

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

/** The quotas of each namespace, and the number of the objects that they count. */
export class CountedObjects {
  readonly #store: ObjectStorage;
  readonly #quotas: ValueIndex;
  /** Resource of a quota → the objects that it counts, by namespace. */
  readonly #counted = new Map<string, ValueIndex>();

  constructor(store: ObjectStorage) {
    this.#store = store;
    this.#quotas = new ValueIndex(store, '/resourcequotas', namespaceOf);
  }

  /** Returns the quotas of a namespace. */
  quotasIn(namespace: string): readonly JsonObject[] {
    return this.#quotas.at(namespace);
  }

  /** Returns the number of objects that a resource counts in a namespace. Pods that have ended don't count as `pods`. */
  count(resource: string, namespace: string): number {
    const collection = countedCollection(resource);
    if (collection === undefined) return 0;
    const known =
      this.#counted.get(resource) ??
      new ValueIndex(this.#store, collection, (object) =>
        resource === 'pods' && hasEnded(object) ? [] : namespaceOf(object),
      );
    this.#counted.set(resource, known);
    return known.count(namespace);
  }
}

function namespaceOf(object: JsonObject): readonly string[] {
  return [metadataText(object, 'namespace')];
}

function hasEnded(pod: JsonObject): boolean {
  return ['Failed', 'Succeeded'].includes(scalarText(valueAt(pod, ['status', 'phase'])));
}
