// In: an operator's definition, and a cluster that may have an older one. Out: the cluster with this definition. Called
// by `run` for development, so that a change of the code needs no manual apply.

import {
  apiVersion,
  definitionKind,
  type Kind,
  type KubernetesObject,
  mutatingConfigurationKind,
  validatingConfigurationKind,
} from '../../api/index.ts';
import { ApiError, type Client, isKindMissing, untilReady } from '../../client/index.ts';
import type { Clock } from '../../clock/index.ts';
import type { Operator } from '../../constructs/index.ts';
import type { Logger } from '../../telemetry/index.ts';
import { applyManifest } from '../install/applied-manifest.ts';
import type { OperatorManifest } from '../install/operator-manifest.ts';
import type { RunOptions } from './run-option.ts';

/** The inputs of an update of definitions. */
export interface DefinitionUpdatePorts {
  readonly connect: () => Client;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The kinds to write: CRDs, and {@link configurationKinds} where API servers call this process. */
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
 * If the API server rejects the change of an object, the rejection is logged, and the object stays unchanged. Ends early
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
    for (const object of manifests) {
      const kind = kinds.find((each) => each.kind === object.kind && apiVersion(each) === object.apiVersion);
      if (kind !== undefined) await updateInstalledObject({ kind, object }, { client, logger }, signal);
    }
    for (const { definition } of operator.definitions) await untilServed(definition, { client, clock }, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    await client.close();
  }
}

async function updateInstalledObject(
  manifest: OperatorManifest,
  { client, logger }: { readonly client: Client; readonly logger: Logger },
  signal: AbortSignal,
): Promise<void> {
  try {
    await applyManifest(client, manifest, { signal });
  } catch (error) {
    if (!ApiError.is(error)) throw error;
    const definition = `${manifest.kind.kind} ${manifest.object.metadata.name}`;
    logger.warn('the API server rejects the definition of this program and keeps its own', {
      definition,
      why: error.message,
    });
  }
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

/**
 * Returns the kinds for the update of definitions at a start. Includes webhook configurations only if API servers call
 * this process: those of a Service without pods would block all writes.
 */
export function updatedKinds(
  operator: Operator,
  { applyDefinitions = false, webhookUrl: url }: Pick<RunOptions, 'applyDefinitions' | 'webhookUrl'>,
): readonly Kind[] {
  const isCalled = url !== undefined && operator.webhooks.isNeeded;
  return [...(applyDefinitions || isCalled ? [definitionKind] : []), ...(isCalled ? configurationKinds : [])];
}
