// In: a creation. Out: nothing, or the refusal of a quota of its namespace. A step of admission, the last one.

import type { JsonObject } from '../../../../api/index.ts';
import { claims, pods, quotas } from '../../collection.ts';
import { fieldAt, fieldsIn, textMap } from '../../field.ts';
import { metadataText } from '../../object.ts';
import { isPodEnded } from '../../pod.ts';
import type { ResourceType } from '../../resource-type.ts';
import { forbidden, groupResource, notImplemented } from '../../status-error.ts';
import type { ObjectStorage } from '../../store/object-storage.ts';
import { ValueIndex } from '../../store/value-index.ts';
import type { AdmissionStep } from '../admitted-write.ts';

/** Returns the step that enforces quotas of object counts. */
export function resourceQuota(counted: CountedObjects): AdmissionStep {
  return {
    validate: async ({ operation, type, subresource, namespace, name }) => {
      if (operation !== 'CREATE' || subresource !== '' || namespace === undefined) return;
      for (const quota of counted.quotasIn(namespace)) {
        if ([pods, claims].includes(type.collection)) assertCounts(quota);
        const hard = limits(quota);
        const exceeded = countingResources(type)
          .map((resource) => ({ resource, used: counted.count(resource, namespace) }))
          .filter(({ resource, used }) => Number(hard[resource]) < used + 1)
          .sort((one, other) => (one.resource < other.resource ? -1 : 1));
        if (exceeded.length === 0) continue;
        const list = (text: (each: (typeof exceeded)[number]) => number | string) =>
          exceeded.map((each) => `${each.resource}=${text(each)}`).join(',');
        const texts = [
          `requested: ${list(() => 1)}`,
          `used: ${list(({ used }) => used)}`,
          `limited: ${list(({ resource }) => hard[resource] ?? '')}`,
        ];
        throw forbidden(type, name, `exceeded quota: ${metadataText(quota, 'name')}, ${texts.join(', ')}`);
      }
    },
  };
}

function limits(quota: JsonObject): Readonly<Record<string, string>> {
  return textMap(fieldAt(quota, 'spec.hard'));
}

/** Pods and claims also count by their requests. */
function assertCounts(quota: JsonObject): void {
  const { spec } = quota;
  const { scopes, scopeSelector } = fieldsIn(spec);
  const sum = Object.keys(limits(quota)).find((resource) => countedCollection(resource) === undefined);
  if (sum !== undefined) throw notImplemented(`sums no ${sum} for quotas`);
  if (scopes !== undefined || scopeSelector !== undefined) throw notImplemented('knows no scopes of quotas');
}

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
function countingResources(type: ResourceType): readonly string[] {
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
    this.#quotas = new ValueIndex(store, quotas, namespaceOf);
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
        resource === 'pods' && isPodEnded(object) ? [] : namespaceOf(object),
      );
    this.#counted.set(resource, known);
    return known.count(namespace);
  }
}

function namespaceOf(object: JsonObject): readonly string[] {
  return [metadataText(object, 'namespace')];
}
