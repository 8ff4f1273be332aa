// In: a manifest, and a client. Out: the object in the cluster as the manifest declares it. Called by `install`, by
// `deploy`, and by `run` in development.

import {
  apiVersion,
  isJsonObject,
  type JsonObject,
  type Kind,
  type KubernetesObject,
  objectKey,
  type StoredObject,
} from '../../api/index.ts';
import { type ApiError, type Client, isConflict, objectSelection } from '../../client/index.ts';
import { isDevClientConfig } from '../../constructs/index.ts';
import { fieldsAt, fieldsIn, isSameJson, objectList } from '../../schema/index.ts';
import { takeFieldsOfKubectl } from './kubectl-ownership.ts';
import type { OperatorManifest } from './operator-manifest.ts';

/** The field manager of installed objects, whichever command applies them. */
const installer = 'operand-install';

/** An object after its manifest was applied. */
export interface AppliedManifest {
  readonly object: StoredObject;
  readonly change: 'created' | 'changed' | 'unchanged';
  /** The fields that the apply took from other field managers: `.spec.replicas from "kubectl-edit"`. */
  readonly takenFields: readonly string[];
}

/** The options of an apply. */
export interface ManifestOptions {
  /** True to validate the apply only. @default false */
  readonly isDryRun?: boolean;
  readonly signal?: AbortSignal;
}

/**
 * Applies a manifest with server-side apply. Takes its fields from other field managers, and from kubectl also those
 * that it no longer has.
 *
 * The address of a manager in development stays in webhooks and conversions: each manager registers its own.
 */
export async function applyManifest(
  client: Client,
  { kind, object }: OperatorManifest,
  { isDryRun = false, signal }: ManifestOptions = {},
): Promise<AppliedManifest> {
  const live = await (isDryRun ? liveObject : liveWithoutKubectl)(client, { kind, object }, signal);
  const wanted = live === undefined ? object : withDevAddressesOf(live, object);
  const options = { fieldManager: installer, dryRun: isDryRun, signal };
  const takenFields: string[] = [];
  const applied = await client.apply(kind, wanted, { ...options, force: false }).catch(async (error: unknown) => {
    if (!isConflict(error)) throw error;
    takenFields.push(...conflictingFields(error));
    return await client.apply(kind, wanted, { ...options, force: true });
  });
  const isUnchanged = live !== undefined && isSameJson(contentOf(live), contentOf(applied));
  return {
    object: applied,
    change: live === undefined ? 'created' : isUnchanged ? 'unchanged' : 'changed',
    takenFields,
  };
}

/** Controllers write a status or an annotation between a read and a write, but rarely twice. */
const attemptCount = 5;

/** Returns the object that a manifest is about, after its fields of kubectl have become the installer's. */
async function liveWithoutKubectl(
  client: Client,
  manifest: OperatorManifest,
  signal?: AbortSignal,
): Promise<StoredObject | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    const live = await liveObject(client, manifest, signal);
    if (live === undefined) return undefined;
    try {
      await takeFieldsOfKubectl(client, { kind: manifest.kind, live, manager: installer }, { signal });
      return live;
    } catch (error) {
      if (!isConflict(error) || attempt === attemptCount) throw error;
    }
  }
}

/** Returns the object that a manifest is about; undefined if it doesn't exist. Needs the right to list, as managers have. */
export async function liveObject(
  client: Client,
  { kind, object }: OperatorManifest,
  signal?: AbortSignal,
): Promise<StoredObject | undefined> {
  const { items } = await client.list(kind, { ...objectSelection(objectKey(object)), signal });
  return items[0];
}

/** Returns the object of a kind and a name, see {@link liveObject}. */
export async function liveNamed(
  client: Client,
  kind: Kind,
  metadata: { readonly name: string; readonly namespace: string },
): Promise<StoredObject | undefined> {
  return await liveObject(client, { kind, object: { apiVersion: apiVersion(kind), kind: kind.kind, metadata } });
}

function conflictingFields({ causes }: ApiError): readonly string[] {
  return causes
    .filter(({ reason }) => reason === 'FieldManagerConflict')
    .map(({ field, message = '' }) => {
      const [manager = ''] = message.replace('conflict with ', '').split(' using ');
      return `${field} from ${manager}`;
    });
}

/** Returns an object without the metadata that each write changes. */
function contentOf({ metadata, ...fields }: StoredObject): object {
  const { managedFields: _, resourceVersion: _version, generation: _generation, ...rest } = metadata;
  return { ...fields, metadata: rest };
}

function withDevAddressesOf(live: StoredObject, wanted: KubernetesObject): KubernetesObject {
  const webhooks = objectList(live.webhooks);
  const conversion = fieldsAt(live, 'spec.conversion.webhook');
  if (Array.isArray(wanted.webhooks)) {
    const withAddress = (webhook: JsonObject) =>
      withDevAddressOf(
        webhooks.find(({ name }) => name === webhook.name),
        webhook,
      );
    return { ...wanted, webhooks: objectList(wanted.webhooks).map(withAddress) };
  }
  const [spec, ofWanted] = [fieldsIn(wanted.spec), fieldsAt(wanted, 'spec.conversion')];
  if (!isJsonObject(ofWanted.webhook)) return wanted;
  return {
    ...wanted,
    spec: {
      ...spec,
      conversion: {
        ...ofWanted,
        webhook: withDevAddressOf(conversion, ofWanted.webhook),
      },
    },
  };
}

function withDevAddressOf(live: JsonObject | undefined, wanted: JsonObject): JsonObject {
  const { clientConfig } = fieldsIn(live);
  return isJsonObject(clientConfig) && isDevClientConfig(clientConfig) ? { ...wanted, clientConfig } : wanted;
}
