import { k8s } from 'cdk8s-plus-28';
import { metadataOf } from 'operand';
import { namesOf } from './names.ts';

/** The Endpoints in whose annotations Patroni keeps its state. */
export const PatroniState = metadataOf(k8s.KubeEndpoints);

/**
 * Returns the names of the Endpoints with Patroni's state, except those of the leader, which change every few seconds.
 * Each has a Service of its name, since the controller of endpoints deletes those without one.
 */
export function storeNames(cluster: string): readonly string[] {
  const { config, failover, sync } = namesOf(cluster);
  return [config, failover, sync];
}
