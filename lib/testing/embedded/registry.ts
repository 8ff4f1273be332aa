// In: the built-in kinds, and the definitions in the store. Out: the kind of a path. Called by every request.

import type { JsonObject } from '../../api/index.ts';
import { builtInTypes, createdTypes } from './built-in/built-in-types.ts';
import { type CustomPorts, customTypes } from './custom/custom-type.ts';
import { conditionStatus } from './custom/definition-strategy.ts';
import { metadataText } from './object.ts';
import type { ResourceType } from './resource-type.ts';

/** All kinds that the embedded API server serves. */
export class Registry {
  readonly #builtIn: readonly ResourceType[] = builtInTypes();
  readonly #created = createdTypes();
  readonly #custom = new Map<string, readonly ResourceType[]>();
  readonly #ports: CustomPorts;

  constructor(ports: CustomPorts) {
    this.#ports = ports;
  }

  /** Returns a kind by its address; undefined if it isn't served. */
  find(group: string, version: string, plural: string): ResourceType | undefined {
    return this.types().find((type) => type.group === group && type.version === version && type.plural === plural);
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
    return this.types().find((type) => type.apiVersion === apiVersion && type.kind === kind);
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
    return this.#builtIn.some((type) => type.group === group);
  }

  /** Serves the versions of a definition if it is established. */
  define(definition: JsonObject): void {
    const name = metadataText(definition, 'name');
    if (conditionStatus(definition, 'Established') === 'True')
      this.#custom.set(name, customTypes(definition, this.#ports));
    else this.#custom.delete(name);
  }

  /** Serves the kinds of a definition no longer. */
  withdraw(definition: JsonObject): void {
    this.#custom.delete(metadataText(definition, 'name'));
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

/** Returns the collection in which a definition's objects are stored. */
export function definedCollection(definition: JsonObject): string {
  const name = metadataText(definition, 'name');
  const dot = name.indexOf('.');
  return `${name.slice(dot + 1)}/${name.slice(0, dot)}`;
}
