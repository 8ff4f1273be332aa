// In: the changes of watched objects. Out: their trees, by the controllers in owner references. Called by `Board`.

import type { StoredObject } from '../../api/index.ts';
import { controllerOf, readiness } from '../../render/index.ts';
import type { Change } from '../../runtime/index.ts';
import type { Health } from './message.ts';

/** The maximum number of objects in a tree: a user who may create objects can give them any controller. */
const mostObjects = 1_000;

/** The maximum number of generations above an object: owner references may form a circle. */
const mostAncestors = 10;

/** An object in a tree. */
export interface PlacedObject {
  readonly object: StoredObject;
  /** 1 for the top. */
  readonly level: number;
}

/** The watched objects by uid, and the links from controllers to their objects. */
export class ObservedObjects {
  readonly #objects = new Map<string, StoredObject>();
  readonly #children = new Map<string, Set<string>>();

  /** Records a change. */
  record(change: Change): void {
    const { type, object } = change;
    const { uid } = object.metadata;
    if (change.type === 'updated') this.#unlink(change.previous);
    if (type === 'deleted') {
      this.#objects.delete(uid);
      this.#unlink(object);
      return;
    }
    this.#objects.set(uid, object);
    const controller = controllerOf(object)?.uid;
    if (controller === undefined) return;
    const siblings = this.#children.get(controller);
    if (siblings === undefined) this.#children.set(controller, new Set([uid]));
    else siblings.add(uid);
  }

  get(uid: string): StoredObject | undefined {
    return this.#objects.get(uid);
  }

  values(): Iterable<StoredObject> {
    return this.#objects.values();
  }

  /** Returns an object and the chain of its controllers, as far as they are watched; the nearest first. */
  controllerChain(object: StoredObject): readonly StoredObject[] {
    const chain = [object];
    for (let above = this.#controller(object); above !== undefined; above = this.#controller(above)) {
      if (chain.length === mostAncestors || chain.includes(above)) break;
      chain.push(above);
    }
    return chain;
  }

  /** Returns an object and all objects below it, each before its own; those of one controller by kind and name. */
  tree(top: StoredObject): { readonly objects: readonly PlacedObject[]; readonly isCut: boolean } {
    const objects: PlacedObject[] = [];
    const seen = new Set<string>();
    const open: PlacedObject[] = [{ object: top, level: 1 }];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { uid } = next.object.metadata;
      if (seen.has(uid)) continue;
      if (objects.length === mostObjects) return { objects, isCut: true };
      seen.add(uid);
      objects.push(next);
      for (const object of this.#childrenOf(uid)) open.push({ object, level: next.level + 1 });
    }
    return { objects, isCut: false };
  }

  /** Returns the objects with a controller, the last by kind and name first. */
  #childrenOf(uid: string): readonly StoredObject[] {
    const children = [...(this.#children.get(uid) ?? [])].flatMap((child) => this.#objects.get(child) ?? []);
    const title = ({ kind, metadata }: StoredObject) => `${kind} ${metadata.name}`;
    return children.sort((one, other) => (title(one) < title(other) ? 1 : -1));
  }

  #controller(object: StoredObject): StoredObject | undefined {
    const reference = controllerOf(object);
    return reference && this.#objects.get(reference.uid);
  }

  #unlink(object: StoredObject): void {
    const controller = controllerOf(object)?.uid;
    if (controller === undefined) return;
    const siblings = this.#children.get(controller);
    siblings?.delete(object.metadata.uid);
    if (siblings?.size === 0) this.#children.delete(controller);
  }
}

const healths = { current: 'ready', 'in-progress': 'progressing', failed: 'failed' } as const;

/** Returns the health of an object, with the reason of a state other than `ready`. */
export function objectHealth(object: StoredObject): { readonly health: Health; readonly message: string } {
  const found = readiness(object);
  return { health: healths[found.state], message: found.state === 'current' ? '' : found.message };
}
