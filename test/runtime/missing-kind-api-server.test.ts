// Children of a third-party kind whose CRD is deleted on a real API server; with only the rights of the operator's own
// manifests. `third-party-kind.test.ts` has all that can happen to the CRD, on the embedded cluster.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { App } from 'cdk8s';
import { HttpClient, isNotFound, loadCredentials } from '../../lib/client/index.ts';
import { systemClock } from '../../lib/clock/index.ts';
import { runManager } from '../../lib/runtime/index.ts';
import { silentLogger, silentMetrics } from '../../lib/telemetry/index.ts';
import { ControlPlane } from '../../lib/testing/index.ts';
import { until } from '../until.ts';
import { untilEstablished } from '../until-established.ts';
import { monitorDefinition, monitorDefinitionName, monitorKind, monitorOperator } from './monitor.ts';
import { conditionOf, configMapKind, keyOf, shelf, shelfKind } from './shelf.ts';

const operator = () => monitorOperator(new App());

describe('a third-party kind on a real API server', () => {
  let controlPlane: ControlPlane;
  let client: HttpClient;
  const stop = new AbortController();
  let ended: Promise<void> = Promise.resolve();

  async function kubectl(args: readonly string[], ...input: readonly object[]): Promise<void> {
    const list = { apiVersion: 'v1', kind: 'List', items: input };
    const { exitCode, stderr } = await controlPlane.kubectl(args, { input: JSON.stringify(list) });
    assert.equal(exitCode, 0, stderr);
  }

  const monitor = async () => {
    try {
      return await client.get(monitorKind, keyOf('a'));
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  };
  const ready = async () => conditionOf(await client.get(shelfKind, keyOf('a')), 'Ready') ?? '';
  const untilReady = (words: RegExp) => until(`Ready ${words}`, async () => words.test(await ready()));

  before(async () => {
    controlPlane = await ControlPlane.start({ components: [] });
    const connect = async (kubeconfig: string) =>
      new HttpClient(await loadCredentials({ clock: systemClock, kubeconfig }), { clock: systemClock });
    client = await connect(controlPlane.kubeconfig);
    await kubectl(['apply', '-f', '-'], ...operator().toJson(), monitorDefinition());
    await untilEstablished(controlPlane);
    const account = 'shelf-operator-controller-manager';
    const kubeconfig = await controlPlane.serviceAccountKubeconfig('shelf-operator-system', account);
    const credentials = await loadCredentials({ clock: systemClock, kubeconfig });
    const connected = () => new HttpClient(credentials, { clock: systemClock, fieldManager: 'shelf-operator' });
    const ports = { connect: connected, clock: systemClock, logger: silentLogger, metrics: silentMetrics };
    ended = runManager(operator(), ports, { hostname: 'here' }, stop.signal);
  });

  after(async () => {
    stop.abort();
    await ended;
    await client?.close();
    await controlPlane?.stop();
  });

  it('a resource reports a third-party kind whose definition is deleted, and while finalizers delay that', async () => {
    await kubectl(['apply', '-f', '-'], shelf('a', { x: '1' }));
    await untilReady(/^True /);
    assert.ok(await monitor());
    const finalizers = (...held: readonly string[]) => JSON.stringify({ metadata: { finalizers: held } });
    const patch = ['patch', monitorKind.plural, 'a', '--type=merge', '-p'];
    await kubectl([...patch, finalizers('example.org/held')]);
    await kubectl(['delete', 'crd', monitorDefinitionName, '--wait=false']);
    await untilReady(/^False Recreating: /);
    await kubectl([...patch, finalizers()]);
    await untilReady(/^False KindNotServed: the API server doesn't serve Monitor\.monitoring\.example\.org\/v1: /);
    assert.equal(await monitor(), undefined);
    await kubectl(['apply', '-f', '-'], shelf('a', { x: '1', y: '2' }));
    await until('another box', async () => {
      const { items } = await client.list(configMapKind, { namespace: 'default' });
      return items.some(({ metadata }) => metadata.name === 'y');
    });
  });
});
