import {
  isJsonObject,
  type Kind,
  type KubernetesObject,
  objectKey,
  objectTitle,
  type StoredObject,
} from '../../api/index.ts';
import type { ApiRequest } from '../../client/index.ts';
import { jsonObject, kubernetesObject } from '../scenario/decoded-object.ts';
import type { Simulation } from '../scenario/simulation.ts';

const actor = { fieldManager: 'another-actor' };

/** An object of another actor, under the name of a child. It has a controller, so that no operator may adopt it. */
export class PlantedObject {
  readonly #simulation: Simulation;
  readonly #kind: Kind;
  readonly #created: StoredObject;

  /** Creates the object that a write is about to create. */
  static async create(simulation: Simulation, { body }: ApiRequest): Promise<PlantedObject> {
    const object = kubernetesObject(jsonObject(isJsonObject(body?.content) ? body.content : {}));
    const { name, namespace } = object.metadata;
    const kind = simulation.kindOf(object);
    const controller = await PlantedObject.#controller(simulation, namespace);
    const metadata = { name, ...(namespace !== undefined && { namespace }), ownerReferences: [controller] };
    return new PlantedObject(simulation, kind, await simulation.admin.create(kind, { ...object, metadata }, actor));
  }

  private constructor(simulation: Simulation, kind: Kind, created: StoredObject) {
    this.#simulation = simulation;
    this.#kind = kind;
    this.#created = created;
  }

  /** The change that the operator has made to the object, in words; undefined if there is none. */
  get damage(): string | undefined {
    const { group, plural } = this.#kind;
    const { uid } = this.#created.metadata;
    const stored = this.#simulation.objectsOf(group, plural).find(({ metadata }) => metadata.uid === uid);
    if (stored === undefined) return `${objectTitle(this.#created)} of another actor is deleted`;
    const managers = stored.metadata.managedFields?.map(({ manager }) => manager) ?? [];
    return managers.includes(this.#simulation.operator.name)
      ? `${objectTitle(this.#created)} of another actor has fields of the operator`
      : undefined;
  }

  /** Deletes the object. */
  async remove(): Promise<void> {
    await this.#simulation.admin.delete(this.#kind, objectKey(this.#created));
  }

  static async #controller(simulation: Simulation, namespace: string | undefined) {
    const manifest: KubernetesObject =
      namespace === undefined
        ? { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'another-actor' } }
        : { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'another-actor', namespace } };
    const { apiVersion, kind, metadata } = await simulation.admin.apply(simulation.kindOf(manifest), manifest, {
      ...actor,
      force: true,
    });
    return { apiVersion, kind, name: metadata.name, uid: metadata.uid, controller: true };
  }
}
