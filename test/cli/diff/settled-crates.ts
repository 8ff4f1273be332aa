import { definitionKind, type KubernetesObject } from '../../../lib/api/index.ts';
import { systemClock } from '../../../lib/clock/index.ts';
import { runManager } from '../../../lib/runtime/index.ts';
import { silentLogger, silentMetrics } from '../../../lib/telemetry/index.ts';
import type { EmbeddedCluster } from '../../../lib/testing/index.ts';
import { untilPassed } from '../../until.ts';
import { Crate, crateOperator } from './crate.ts';

/** Creates crates, and lets the first release of their operator make their children. */
export async function settleCrates(cluster: EmbeddedCluster, ...names: readonly string[]): Promise<void> {
  const operator = crateOperator();
  const manifests: readonly KubernetesObject[] = operator.toJson();
  await cluster.apply(...manifests.filter(({ kind }) => kind === definitionKind.kind));
  const { kind, apiVersion } = { kind: 'Crate', apiVersion: 'example.com/v1' };
  const client = cluster.client();
  await untilPassed(async () => {
    await cluster.apply(
      ...names.map((name) => ({ apiVersion, kind, metadata: { name, namespace: 'default' }, spec: {} })),
    );
  });
  const stop = new AbortController();
  const ports = { connect: () => cluster.client(), clock: systemClock, logger: silentLogger, metrics: silentMetrics };
  const ended = runManager(operator, ports, { hostname: 'here' }, stop.signal);
  await untilPassed(async () => {
    const { items } = await client.list(Crate.definition);
    const isReady = JSON.stringify(items.map(({ status }) => status)).match(
      /"Ready","status":"True"|"status":"True","type":"Ready"/g,
    );
    if (isReady?.length !== names.length) throw new Error(`not all are ready: ${JSON.stringify(items)}`);
  });
  stop.abort();
  await ended;
  await client.close();
}
