import type { Client } from '../../client/index.ts';
import type { Clock } from '../../clock/index.ts';
import type { Operator } from '../../constructs/index.ts';

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
