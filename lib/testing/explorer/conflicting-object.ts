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
import { otherActor } from './other-actor.ts';

/** An object of another actor with the name of a child: a child conflict. It has a controller, so that no operator may adopt it. */
export class ConflictingObject {
  readonly #simulation: Simulation;
  readonly #kind: Kind;
  readonly #created: StoredObject;

  /** Creates the object that a write is about to create. */
  static async create(simulation: Simulation, { body }: ApiRequest): Promise<ConflictingObject> {
    const object = kubernetesObject(jsonObject(isJsonObject(body?.content) ? body.content : {}));
    const { name, namespace } = object.metadata;
    const kind = simulation.objects.kindOf(object);
    const controller = await ConflictingObject.#controller(simulation, namespace);
    const metadata = { name, ...(namespace !== undefined && { namespace }), ownerReferences: [controller] };
    return new ConflictingObject(
      simulation,
      kind,
      await simulation.admin.create(kind, { ...object, metadata }, otherActor),
    );
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
    const stored = this.#simulation.objects.ofKind(group, plural).find(({ metadata }) => metadata.uid === uid);
    if (stored === undefined) return `${objectTitle(this.#created)} of another actor is deleted`;
    const managers = stored.metadata.managedFields?.map(({ manager }) => manager) ?? [];
    return managers.includes(this.#simulation.operator.name)
      ? `${objectTitle(this.#created)} of another actor has fields of the operator`
      : undefined;
  }

  /** Deletes the object, so that the operator can create its child. */
  async remove(): Promise<void> {
    await this.#simulation.admin.delete(this.#kind, objectKey(this.#created));
  }

  static async #controller(simulation: Simulation, namespace: string | undefined) {
    const manifest: KubernetesObject =
      namespace === undefined
        ? { apiVersion: 'v1', kind: 'Namespace', metadata: { name: otherActor.fieldManager } }
        : { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: otherActor.fieldManager, namespace } };
    const { apiVersion, kind, metadata } = await simulation.admin.apply(simulation.objects.kindOf(manifest), manifest, {
      ...otherActor,
      force: true,
    });
    return { apiVersion, kind, name: metadata.name, uid: metadata.uid, controller: true };
  }
}
