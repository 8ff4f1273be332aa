import {
  apiVersion,
  type GroupVersionKind,
  type Kind,
  type KubernetesObject,
  type ObjectKey,
  type StoredObject,
} from '../../api/index.ts';
import type { EmbeddedCluster } from '../embedded/embedded-cluster.ts';
import { kindOfType } from '../embedded/resource-type.ts';
import { storeKey } from '../embedded/write/target.ts';
import { typedObject } from './decoded-object.ts';

/** The objects that a simulated cluster stores, read without a request. */
export class ClusterObjects {
  readonly #state: EmbeddedCluster['state'];

  constructor(cluster: EmbeddedCluster) {
    this.#state = cluster.state;
  }

  /** Returns all objects. */
  all(): readonly StoredObject[] {
    return this.#state.registry.collections().flatMap(({ collection }) => this.#collection(collection));
  }

  /** Returns the objects of one kind. */
  ofKind(group: string, plural: string): readonly StoredObject[] {
    return this.#collection(`${group}/${plural}`);
  }

  /** Returns an object; undefined if there is none. */
  get({ group, version, kind }: GroupVersionKind, { namespace = '', name }: ObjectKey): StoredObject | undefined {
    const type = this.#state.registry.ofKind(apiVersion({ group, version }), kind);
    const stored = type && this.#state.store.get(type.collection, storeKey(type, namespace, name));
    return stored && typedObject(stored);
  }

  /** Returns a served kind by its name; undefined if the cluster doesn't serve it. */
  servedKind({ apiVersion, kind }: Pick<KubernetesObject, 'apiVersion' | 'kind'>): Kind | undefined {
    const type = this.#state.registry.ofKind(apiVersion, kind);
    return type === undefined ? undefined : kindOfType(type);
  }

  /** Returns a served kind by its name. @throws Error if the cluster doesn't serve it. */
  kindOf(object: Pick<KubernetesObject, 'apiVersion' | 'kind'>): Kind {
    const found = this.servedKind(object);
    if (found !== undefined) return found;
    const { apiVersion, kind } = object;
    throw new Error(`the cluster does not serve ${kind} of ${apiVersion}: install its definition first`);
  }

  #collection(name: string): readonly StoredObject[] {
    return this.#state.store.list(name).map(([, object]) => typedObject(object));
  }
}
