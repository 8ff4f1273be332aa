import type { Client } from '../../client/index.ts';
import type { takeOverLeases } from '../../runtime/index.ts';
import type { LoadedOperator, WebhookPlace } from './session-message.ts';

/** A cluster on which an operator is developed. */
export interface DevCluster extends AsyncDisposable {
  /** A description of it for the developer. */
  readonly title: string;
  /** The URL of its API server. */
  readonly server: string;
  /** Opens a client with the developer's rights. */
  readonly connect: () => Client;
  /** The arguments by which a session reaches it. */
  readonly sessionArguments: readonly string[];
  /** The place of a session's webhooks; undefined if its API servers don't call them. */
  readonly webhooks: WebhookPlace | undefined;
  /** Runs `work` in the place of a copy of the operator that runs in the cluster. */
  inPlaceOf(operator: LoadedOperator, signal: AbortSignal, work: Parameters<typeof takeOverLeases>[2]): Promise<void>;
  /** Prepares the cluster before the operator of a session begins. @returns remarks for the developer, a sentence each. */
  prepare(operator: LoadedOperator): Promise<readonly string[]>;
  /** Completes the cluster when it works. @returns remarks for the developer. */
  complete(operator: LoadedOperator): Promise<readonly string[]>;
}
