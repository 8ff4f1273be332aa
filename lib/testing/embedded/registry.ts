// In: the built-in kinds, and the definitions in the store. Out: the kind of a path. Called by every request.

import type { JsonObject } from '../../api/index.ts';
import { metadataText } from '../../built-in/index.ts';
import { builtInDiscovery, builtInTypes, createdTypes } from './built-in/built-in-types.ts';
import { isConditionTrue } from './condition.ts';
import { type CustomPorts, customTypes } from './custom/custom-type.ts';
import type { ResourceType } from './resource-type.ts';

/** All kinds that the embedded API server serves. */
export class Registry {
  readonly #builtIn: readonly ResourceType[] = builtInTypes();
  readonly #created = createdTypes();
  readonly #custom = new Map<string, readonly ResourceType[]>();
  /** Address, name and collection → kind. */
  readonly #known = new Map<string, ResourceType>();
  readonly #ports: CustomPorts;

  constructor(ports: CustomPorts) {
    this.#ports = ports;
    this.#add(this.#builtIn);
  }

  /** Returns a kind by its address; undefined if it isn't served. */
  find(group: string, version: string, plural: string): ResourceType | undefined {
    return this.#known.get(`${group}/${version}/${plural}`);
  }

  /**
   * Returns a kind that clients only create, by its address.
   *
   * @param resource - the plural, with the subresource if there is one: `serviceaccounts/token`.
   */
  created(group: string, version: string, resource: string): ResourceType | undefined {
    return this.#created.get(`${group}/${version}/${resource}`);
  }

  /** Returns a kind by its name. */
  ofKind(apiVersion: string, kind: string): ResourceType | undefined {
    return this.#known.get(`${apiVersion} ${kind}`);
  }

  /** Returns the first served kind of a collection, such as `apps/deployments`. */
  ofCollection(collection: string): ResourceType | undefined {
    return this.#known.get(collection);
  }

  /** All kinds, the built-in ones first. */
  types(): readonly ResourceType[] {
    return [...this.#builtIn, ...[...this.#custom.values()].flat()];
  }

  customTypes(): readonly ResourceType[] {
    return [...this.#custom.values()].flat();
  }

  /** Returns a served kind for each collection of objects. */
  collections(): readonly ResourceType[] {
    const seen = new Map<string, ResourceType>();
    for (const type of this.types()) if (!seen.has(type.collection)) seen.set(type.collection, type);
    return [...seen.values()];
  }

  hasBuiltInGroup(group: string): boolean {
    return builtInDiscovery.groups.some(({ name }) => name === group);
  }

  /** Serves the versions of a definition if it is established. */
  define(definition: JsonObject): void {
    this.withdraw(definition);
    if (!isConditionTrue(definition, 'Established')) return;
    const types = customTypes(definition, this.#ports);
    this.#custom.set(metadataText(definition, 'name'), types);
    this.#add(types);
  }

  /** Serves the kinds of a definition no longer. */
  withdraw(definition: JsonObject): void {
    const name = metadataText(definition, 'name');
    for (const type of this.#custom.get(name) ?? []) {
      for (const text of textsOf(type)) if (this.#known.get(text) === type) this.#known.delete(text);
    }
    this.#custom.delete(name);
  }

  /** The first kind of a text counts. */
  #add(types: readonly ResourceType[]): void {
    for (const type of types) {
      for (const text of textsOf(type)) if (!this.#known.has(text)) this.#known.set(text, type);
    }
  }

  /** Returns the names in use in a group, except those of one definition. */
  usedNames(group: string, definition: string): { resources: ReadonlySet<string>; kinds: ReadonlySet<string> } {
    const others = [...this.#custom].filter(([name]) => name !== definition).flatMap(([, types]) => types);
    const types = [...this.#builtIn, ...others].filter((type) => type.group === group);
    return {
      resources: new Set(types.flatMap(({ plural, singular, shortNames }) => [plural, singular, ...shortNames])),
      kinds: new Set(types.flatMap(({ kind, listKind }) => [kind, listKind])),
    };
  }
}

/** Returns the texts by which a kind is found; no text of one form is one of another. */
function textsOf({ group, version, plural, apiVersion, kind, collection }: ResourceType): readonly string[] {
  return [`${group}/${version}/${plural}`, `${apiVersion} ${kind}`, collection];
}

/** Returns the collection in which a definition's objects are stored. */
export function definedCollection(definition: JsonObject): string {
  const name = metadataText(definition, 'name');
  const dot = name.indexOf('.');
  return `${name.slice(dot + 1)}/${name.slice(0, dot)}`;
}
