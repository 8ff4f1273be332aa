// In: an operator's definition, and a cluster that may have an older one. Out: the cluster with this definition. Called
// by `run` for development, so that a change of the code needs no manual apply.

import {
  apiVersion,
  definitionKind,
  isJsonObject,
  type Kind,
  type KubernetesObject,
  mutatingConfigurationKind,
  type StoredObject,
  validatingConfigurationKind,
} from '../../api/index.ts';
import { ApiError, type Client, isKindMissing, objectSelection, untilReady } from '../../client/index.ts';
import type { Clock } from '../../clock/index.ts';
import type { Operator } from '../../constructs/index.ts';
import { fieldAt, fieldsAt, fieldsIn, objectList } from '../../schema/index.ts';
import type { Logger } from '../../telemetry/index.ts';

/** The inputs of an update of definitions. */
export interface DefinitionUpdatePorts {
  readonly connect: () => Client;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The kinds to write: {@link definitionKind}, and {@link configurationKinds} where API servers call this process. */
  readonly kinds: readonly Kind[];
}

/** The kinds of webhook configurations. */
export const configurationKinds: readonly Kind[] = [validatingConfigurationKind, mutatingConfigurationKind];

/** The maximum time until an API server serves a new version, and the polling interval. */
const patienceMs = 10_000;
const pollMs = 100;

/**
 * Writes the CRDs of an operator, and its webhook configurations if `kinds` names them, and waits until its kinds are
 * served. Waits first until the API server is ready, up to a minute: while it starts, it rejects writes that it allows
 * later.
 *
 * An existing `clientConfig` of a webhook or a conversion stays unchanged: the manager registers its address and CA. If
 * the API server rejects the change of an object, the rejection is logged, and the object stays unchanged. Ends early
 * when `signal` aborts.
 *
 * @throws ConnectionError if the server can't be reached.
 */
export async function updateDefinitions(
  operator: Operator,
  { connect, clock, logger, kinds }: DefinitionUpdatePorts,
  signal: AbortSignal,
): Promise<void> {
  const manifests: KubernetesObject[] = operator.toJson();
  const client = connect();
  try {
    await untilReady(client, clock, signal);
    for (const manifest of manifests) {
      const kind = kinds.find((each) => each.kind === manifest.kind && apiVersion(each) === manifest.apiVersion);
      if (kind !== undefined) await updateInstalledObject(kind, manifest, { client, logger }, signal);
    }
    for (const { definition } of operator.definitions) await untilServed(definition, { client, clock }, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    await client.close();
  }
}

async function updateInstalledObject(
  kind: Kind,
  manifest: KubernetesObject,
  { client, logger }: { readonly client: Client; readonly logger: Logger },
  signal: AbortSignal,
): Promise<void> {
  const key = { name: manifest.metadata.name };
  const field = kind === definitionKind ? 'spec' : 'webhooks';
  try {
    const { items } = await client.list(kind, { ...objectSelection(key), signal });
    const [live] = items;
    if (live === undefined) {
      await client.create(kind, manifest, { signal });
      return;
    }
    const value =
      field === 'spec' ? withConversionOf(live, manifest.spec) : withClientConfigsOf(live, manifest.webhooks);
    // Managers of other releases recognize by a label that the object isn't theirs.
    const labels = { ...live.metadata.labels, ...manifest.metadata.labels };
    const body = [
      { op: 'replace', path: `/${field}`, value },
      { op: 'add', path: '/metadata/labels', value: labels },
    ] as const;
    await client.patch(kind, key, { type: 'json', body }, { signal });
  } catch (error) {
    if (!ApiError.is(error)) throw error;
    const definition = `${kind.kind} ${key.name}`;
    logger.warn('the API server rejects the definition of this program and keeps its own', {
      definition,
      why: error.message,
    });
  }
}

function withConversionOf({ spec: live }: StoredObject, spec: unknown): unknown {
  const conversion = fieldsAt(spec, 'conversion');
  const clientConfig = fieldAt(live, 'conversion.webhook.clientConfig');
  if (!isJsonObject(clientConfig) || !isJsonObject(conversion.webhook)) return spec;
  return { ...fieldsIn(spec), conversion: { ...conversion, webhook: { ...conversion.webhook, clientConfig } } };
}

function withClientConfigsOf({ webhooks: live }: StoredObject, webhooks: unknown): unknown {
  const places = new Map(objectList(live).map(({ name, clientConfig }) => [name, clientConfig]));
  return objectList(webhooks).map((webhook) => ({
    ...webhook,
    clientConfig: places.get(webhook.name) ?? webhook.clientConfig,
  }));
}

/** The manager reports other problems of the kind. */
async function untilServed(
  kind: Kind,
  { client, clock }: { readonly client: Client; readonly clock: Clock },
  signal: AbortSignal,
): Promise<void> {
  const deadlineMs = clock.monotonic() + patienceMs;
  while (clock.monotonic() < deadlineMs) {
    try {
      await client.list(kind, { limit: 1, signal });
      return;
    } catch (error) {
      if (!ApiError.is(error)) throw error;
      if (!isKindMissing(error)) return;
    }
    await clock.sleep(pollMs, signal);
  }
}
