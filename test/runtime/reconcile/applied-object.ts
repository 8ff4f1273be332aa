import assert from 'node:assert/strict';
import {
  apiVersion,
  builtInKind,
  type JsonObject,
  type Kind,
  type KubernetesObject,
  objectKey,
  type StoredObject,
} from '../../../lib/api/index.ts';
import { type Client, HttpClient, type JsonPatchOperation, loadCredentials } from '../../../lib/client/index.ts';
import { systemClock } from '../../../lib/clock/index.ts';
import { childDifferences } from '../../../lib/runtime/reconcile/comparison/difference.ts';
import type { FieldShape } from '../../../lib/runtime/reconcile/comparison/field-shape.ts';
import type { ControlPlane } from '../../../lib/testing/index.ts';

/** Whose applies are compared. */
export const owner = { fieldManager: 'operator' };

/** A kind that is built in. */
export function kindOf(group: string, version: string, kind: string): Kind {
  return builtInKind({ group, version, kind }) ?? assert.fail(`${kind} is built in`);
}

/** A client of the control plane, as its admin. */
export async function adminClient({ kubeconfig }: Pick<ControlPlane, 'kubeconfig'>): Promise<Client> {
  return new HttpClient(await loadCredentials({ clock: systemClock, kubeconfig }), { clock: systemClock });
}

let count = 0;

function nextName(): string {
  count += 1;
  return `object-${count}`;
}

/** An object that the test renders and applies, and other managers change. */
export class AppliedObject {
  readonly #client: Client;
  readonly #kind: Kind;
  readonly #name: string;
  /** The last rendered body. */
  desired: KubernetesObject;

  constructor(client: Client, kind: Kind, body: JsonObject, name = nextName()) {
    this.#client = client;
    this.#kind = kind;
    this.#name = name;
    this.desired = this.#object(body);
  }

  /** Renders another body. */
  render(body: JsonObject): void {
    this.desired = this.#object(body);
  }

  /** Reads the object from the server. */
  async live(): Promise<StoredObject> {
    return await this.#client.get(this.#kind, objectKey(this.desired));
  }

  /** Applies the rendered body. */
  async apply(): Promise<StoredObject> {
    return await this.#client.apply(this.#kind, this.desired, { ...owner, force: true });
  }

  /** Another manager applies a body to the object, or to part of it. */
  async applyByOther(body: JsonObject): Promise<void> {
    await this.#client.apply(this.#kind, this.#object(body), { fieldManager: 'other', force: true });
  }

  /** Another manager edits the object. */
  async edit(body: JsonObject, subresource?: string): Promise<void> {
    const options = { fieldManager: 'editor', ...(subresource !== undefined && { subresource }) };
    await this.#client.patch(this.#kind, objectKey(this.desired), { type: 'merge', body }, options);
  }

  /** Another manager edits single items of lists. */
  async editItem(step: JsonPatchOperation): Promise<void> {
    const patch = { type: 'json', body: [step] } as const;
    await this.#client.patch(this.#kind, objectKey(this.desired), patch, { fieldManager: 'editor' });
  }

  /** Returns the differences of `live` as sentences, sorted. @param shape - @default the known shape of the kind */
  differences(live: StoredObject, shape?: FieldShape): string[] {
    return childDifferences(live, this.desired, owner, shape)
      .map(({ path, reason }) => `${reason} ${path}`)
      .sort();
  }

  #object({ metadata = {}, ...fields }: JsonObject): KubernetesObject {
    const identity = { name: this.#name, namespace: 'default' };
    return {
      apiVersion: apiVersion(this.#kind),
      kind: this.#kind.kind,
      ...fields,
      metadata: { ...Object(metadata), ...identity },
    };
  }
}

/** Returns the part of an object that an apply concerns: its content, and the owned fields. */
export function effect({ metadata, ...fields }: StoredObject): JsonObject {
  const { resourceVersion: _resourceVersion, generation: _generation, managedFields, ...content } = metadata;
  const own = managedFields?.find(({ manager, operation }) => manager === owner.fieldManager && operation === 'Apply');
  const owned = { apiVersion: own?.apiVersion, fields: own?.fieldsV1 };
  return JSON.parse(JSON.stringify({ ...fields, metadata: content, owned }));
}
