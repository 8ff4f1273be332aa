import { objectTitle, type StoredObject } from '../../api/index.ts';
import type { Client } from '../../client/index.ts';
import type { Clock } from '../../clock/index.ts';
import type { Operator } from '../../constructs/index.ts';
import { readiness } from '../../render/index.ts';
import { unreadyCauses } from '../install/unready-cause.ts';

/** The result of one check. */
export interface Diagnosis {
  /** `problem` if the operator or the resource can't work; `warning` if only some commands can't. */
  readonly state: 'ok' | 'warning' | 'problem';
  /** The subject and its value: `Lease cache-system/cache was renewed 90 s ago`. */
  readonly what: string;
  /** The lines of the cluster about it: conditions, containers, Events. */
  readonly causes?: readonly string[];
  /** The expected value. */
  readonly expected?: string;
  /** The command or the page that helps. */
  readonly remedy?: string;
}

/** The inputs of a check of an operator. */
export interface CheckPorts {
  readonly operator: Operator;
  /** The namespace of its manager. */
  readonly namespace: string;
  readonly client: Client;
  readonly clock: Clock;
}

/** A check of an operator in a cluster. */
export type OperatorCheck = (ports: CheckPorts) => Promise<readonly Diagnosis[]>;

/** Returns the diagnosis of an object of any kind that isn't ready, with the reasons of the cluster; none if it is. */
export async function unreadyDiagnoses(
  client: Client,
  object: StoredObject,
  { title = objectTitle(object), ...help }: { readonly title?: string } & Pick<Diagnosis, 'remedy'> = {},
): Promise<readonly Diagnosis[]> {
  const state = readiness(object);
  if (state.state === 'current') return [];
  const causes = await unreadyCauses(client, object);
  return [{ state: 'problem', what: `${title} is not ready: ${state.message}`, causes, ...help }];
}

/** Returns a remedy of diagnoses: the command that prints the log of a Deployment's pods. */
export function logsCommand(name: string, namespace: string): string {
  return `\`kubectl logs deployment/${name} --namespace ${namespace}\``;
}
