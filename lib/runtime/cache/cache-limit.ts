// In: the objects that enter and leave the stores of a process. Out: the namespaces whose objects are held without their
// content, so that the rest fits into memory. Called by stores, and by the lists that fill them.

import type { Kind, StoredObject } from '../../api/index.ts';
import type { CacheMemory, Logger } from '../../telemetry/index.ts';
import { ObjectSizes } from './object-size.ts';
import { isWithheld, withheldObject } from './withheld-object.ts';

/** A namespace; undefined for the objects of cluster-scoped kinds. */
type Namespace = string | undefined;

/** A store whose objects count. */
export interface LimitedStore {
  readonly kind: Kind;
  /** Takes the content from the objects of a namespace. */
  dropContent(namespace: Namespace): void;
}

/** A list on its way into a store. */
export interface ArrivingList {
  /** Returns an object of the list as it may be held. */
  readonly admit: (object: StoredObject) => StoredObject;
  /** Ends the list: the store has its objects, or it has failed. */
  readonly end: () => void;
}

/** The objects of one store in one namespace. Sizes are in bytes. */
interface StorePlace {
  readonly store: LimitedStore;
  readonly namespace: Namespace;
  /** The size of all objects with their content. */
  whole: number;
  /** The size of the objects that have their content. */
  held: number;
  /**
   * `restoring`: objects that arrive keep their content, and that of earlier ones is being restored. Readers still
   * see `over-limit`.
   */
  state: 'whole' | 'withheld' | 'restoring';
}

/** The share of the limit that objects must fit into to get their content again, so that a namespace doesn't alternate. */
const restoringShare = 0.8;

/**
 * The memory of all cached objects of a process, shared by namespaces.
 *
 * If the objects exceed the limit, the largest namespace loses the content of its largest kind, then of the next one,
 * until the rest fits: only the resources in that namespace stop. The content is restored when it fits again.
 */
export class CacheLimit {
  readonly #bytes: number;
  readonly #logger: Logger;
  readonly #estimate = new ObjectSizes();
  readonly #sizes = new WeakMap<StoredObject, number>();
  readonly #places = new Map<LimitedStore, Map<Namespace, StorePlace>>();
  /** Places that are withheld, and whose objects still have their content. */
  readonly #overdue = new Set<StorePlace>();
  #held = 0;
  #arriving = 0;

  constructor(bytes: number, logger: Logger) {
    this.#bytes = bytes;
    this.#logger = logger;
  }

  /** The memory of all stores. */
  get memory(): CacheMemory {
    const full = this.#allPlaces().filter(({ state }) => state !== 'whole');
    const fullNamespaceCount = new Set(full.map(({ namespace }) => namespace)).size;
    return { bytes: this.#held, limitBytes: this.#bytes, fullNamespaceCount };
  }

  /** Returns true if a store holds objects of a namespace without their content. */
  withholds(namespace: Namespace): boolean {
    for (const places of this.#places.values()) {
      const place = places.get(namespace);
      if (place !== undefined && place.state !== 'whole') return true;
    }
    return false;
  }

  /** Returns true if a store holds any objects without their content. */
  withholdsIn(store: LimitedStore): boolean {
    return this.#placesOf(store).some(({ state }) => state !== 'whole');
  }

  /** Returns an object as a store may hold it. */
  admit(store: LimitedStore, object: StoredObject): StoredObject {
    const place = this.#places.get(store)?.get(object.metadata.namespace);
    return place?.state === 'withheld' ? this.withoutContent(object) : object;
  }

  /** Returns an object without its content. It counts with its size as a whole. */
  withoutContent(object: StoredObject): StoredObject {
    if (isWithheld(object)) return object;
    const withheld = withheldObject(object);
    this.#sizes.set(withheld, this.#sizeOf(object));
    return withheld;
  }

  /**
   * Begins a list, which takes memory before the store has it. An object that doesn't fit loses its content, whatever
   * its namespace: only the whole list shows which namespace is the largest.
   */
  beginList(store: LimitedStore): ArrivingList {
    let bytes = 0;
    return {
      admit: (object) => {
        const size = this.#sizeOf(object);
        if (this.#held + this.#arriving + size > this.#bytes) {
          const place = this.#place(store, object);
          this.#withhold(place);
          this.#overdue.add(place);
        }
        const admitted = this.admit(store, object);
        if (admitted === object) {
          bytes += size;
          this.#arriving += size;
        }
        return admitted;
      },
      end: () => {
        this.#arriving -= bytes;
        bytes = 0;
      },
    };
  }

  /** Counts an object that a store has received. */
  add(store: LimitedStore, object: StoredObject): void {
    this.#count(this.#place(store, object), object, 1);
  }

  /** Stops counting an object that a store no longer has. */
  remove(store: LimitedStore, object: StoredObject): void {
    const place = this.#place(store, object);
    this.#count(place, object, -1);
    this.#forgetEmpty(place);
  }

  /** Takes content out of the stores until the rest fits. */
  enforce(): void {
    for (const place of this.#overdue) this.#drop(place);
    if (this.#held <= this.#bytes) return;
    for (const place of this.#bySize().reverse()) {
      if (place.held > 0) this.#drop(place);
      if (this.#held <= this.#bytes) return;
    }
  }

  #drop(place: StorePlace): void {
    this.#overdue.delete(place);
    this.#withhold(place);
    place.store.dropContent(place.namespace);
  }

  /**
   * Begins the restoration of all content that fits again: objects that arrive keep theirs from now on. The caller
   * restores that of present ones, and then calls {@link CacheLimit.endRestoration}.
   */
  beginRestoration(): void {
    let bytes = 0;
    for (const place of this.#bySize()) {
      bytes += place.whole;
      if (bytes > this.#bytes * restoringShare) return;
      if (place.state === 'withheld') place.state = 'restoring';
    }
  }

  /** The namespaces whose content is being restored into a store. */
  restoring(store: LimitedStore): readonly Namespace[] {
    return this.#placesOf(store).flatMap(({ state, namespace }) => (state === 'restoring' ? [namespace] : []));
  }

  /**
   * Ends the restoration into a store that has the content of all objects, unless these have exceeded the limit
   * meanwhile.
   */
  endRestoration(store: LimitedStore, namespace: Namespace): void {
    const place = this.#places.get(store)?.get(namespace);
    if (place?.state !== 'restoring') return;
    place.state = 'whole';
    this.#logger.info('the caches hold the objects of a namespace again', {
      ...{ cached: store.kind.plural, namespace, bytes: place.whole },
    });
    this.#forgetEmpty(place);
  }

  #withhold(place: StorePlace): void {
    if (place.state === 'whole') {
      this.#logger.warn('the objects of a namespace do not fit into the caches: its resources stay as they are', {
        ...{ cached: place.store.kind.plural, namespace: place.namespace, bytes: place.whole, limitBytes: this.#bytes },
        remedy: "delete or shrink objects of the namespace, or raise the manager's memory limit",
      });
    }
    place.state = 'withheld';
  }

  #count(place: StorePlace, object: StoredObject, sign: 1 | -1): void {
    const size = sign * this.#sizeOf(object);
    place.whole += size;
    if (isWithheld(object)) {
      // A list that began before the namespace returned may bring it.
      if (sign === 1) this.#withhold(place);
      return;
    }
    place.held += size;
    this.#held += size;
  }

  #place(store: LimitedStore, { metadata: { namespace } }: StoredObject): StorePlace {
    const places = this.#places.get(store) ?? new Map<Namespace, StorePlace>();
    const place = places.get(namespace) ?? { store, namespace, whole: 0, held: 0, state: 'whole' };
    this.#places.set(store, places.set(namespace, place));
    return place;
  }

  #forgetEmpty({ store, namespace, whole, state }: StorePlace): void {
    if (whole === 0 && state === 'whole') this.#places.get(store)?.delete(namespace);
  }

  #allPlaces(): StorePlace[] {
    return [...this.#places.values()].flatMap((ofStore) => [...ofStore.values()]);
  }

  #placesOf(store: LimitedStore): StorePlace[] {
    return [...(this.#places.get(store)?.values() ?? [])];
  }

  /** All places: those of the smallest namespace first, and in each the one with the smallest objects. */
  #bySize(): StorePlace[] {
    const places = this.#allPlaces();
    const namespaces = new Map<Namespace, number>();
    for (const { namespace, whole } of places) namespaces.set(namespace, (namespaces.get(namespace) ?? 0) + whole);
    const sizeOf = ({ namespace }: StorePlace) => namespaces.get(namespace) ?? 0;
    return places.sort((one, other) => sizeOf(one) - sizeOf(other) || one.whole - other.whole);
  }

  #sizeOf(object: StoredObject): number {
    const known = this.#sizes.get(object);
    if (known !== undefined) return known;
    const size = this.#estimate.of(object);
    this.#sizes.set(object, size);
    return size;
  }
}
