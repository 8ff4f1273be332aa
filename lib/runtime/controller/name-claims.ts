import { formatObjectAddress, groupVersionKind, objectKey, type StoredObject } from '../../api/index.ts';
import type { Child } from '../../render/index.ts';

/**
 * The resources that wait for the name of a child that another object has. Nothing links that object to them, so its
 * deletion would otherwise go unnoticed.
 */
export class NameClaims {
  /** `kind.group name` → resource keys. */
  readonly #claimants = new Map<string, Set<string>>();
  readonly #claims = new Map<string, readonly string[]>();

  /** The number of resources that wait. */
  get size(): number {
    return this.#claims.size;
  }

  /** Replaces the names that a resource waits for. */
  set(resource: string, children: readonly Child[]): void {
    for (const name of this.#claims.get(resource) ?? []) this.#withdrawClaim(resource, name);
    const names = children.map(formatObjectAddress);
    if (names.length === 0) this.#claims.delete(resource);
    else this.#claims.set(resource, names);
    for (const name of names) {
      const claimants = this.#claimants.get(name);
      if (claimants === undefined) this.#claimants.set(name, new Set([resource]));
      else claimants.add(resource);
    }
  }

  /** The keys of the resources that wait for the name of this object. */
  claimantsOf(object: StoredObject): readonly string[] {
    // Called at every change, while resources rarely wait.
    if (this.#claimants.size === 0) return [];
    const address = formatObjectAddress({ kind: groupVersionKind(object), key: objectKey(object) });
    const claimants = this.#claimants.get(address);
    return claimants === undefined ? [] : [...claimants];
  }

  #withdrawClaim(resource: string, name: string): void {
    const claimants = this.#claimants.get(name);
    claimants?.delete(resource);
    if (claimants?.size === 0) this.#claimants.delete(name);
  }
}
