import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Kind, knownKind } from '../../lib/api/index.ts';
import { systemClock } from '../../lib/clock/index.ts';
import { type KindWatchOptions, watchKind } from '../../lib/runtime/index.ts';
import { silentLogger } from '../../lib/telemetry/index.ts';
import { EmbeddedCluster, type EmbeddedUser } from '../../lib/testing/index.ts';
import { until } from '../until.ts';

const configMaps = knownKind('v1', 'ConfigMap');

/** A running watch, and what it has reported. */
class Watched implements AsyncDisposable {
  readonly changes: string[] = [];
  readonly states: string[] = [];
  readonly #stop = new AbortController();
  readonly #ended: Promise<void>;

  constructor(
    cluster: EmbeddedCluster,
    options: Pick<KindWatchOptions, 'kind' | 'keep' | 'namespace'>,
    user: EmbeddedUser = {},
  ) {
    const ports = { client: cluster.client(user), clock: systemClock, logger: silentLogger };
    const reports = {
      changed: ({ type, object }: Parameters<KindWatchOptions['changed']>[0]) =>
        void this.changes.push(`${type} ${object.metadata.name} ${JSON.stringify(object.data)}`),
      stateChanged: (state: string, error?: unknown) =>
        void this.states.push(error === undefined ? state : `${state}: ${String(error)}`),
    };
    this.#ended = watchKind(ports, { ...options, ...reports }, this.#stop.signal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#ended;
  }
}

describe('watchKind', () => {
  let cluster: EmbeddedCluster;

  before(async () => {
    cluster = await EmbeddedCluster.start({ workloads: 'none' });
    await cluster.apply(configMap('a', '1'));
  });

  after(() => cluster?.stop());

  function configMap(name: string, version: string) {
    return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'default' }, data: { version } };
  }

  it('reports the listed objects, and then each change, in the form that `keep` returns', async () => {
    const keep: KindWatchOptions['keep'] = ({ data: _, ...object }) => ({ ...object, data: 'kept' });
    await using watched = new Watched(cluster, { kind: configMaps, namespace: 'default', keep });
    await until('the list is complete', () => watched.states.includes('listed'));
    await cluster.apply(configMap('a', '2'), configMap('b', '1'));
    await cluster.client().delete(configMaps, { namespace: 'default', name: 'b' });
    await until('the deletion is known', () => watched.changes.some((change) => change.startsWith('deleted')));
    assert.deepEqual(
      watched.changes.filter((change) => !change.includes('kube-root-ca')),
      ['added a "kept"', 'updated a "kept"', 'added b "kept"', 'deleted b "kept"'],
    );
  });

  it('reports a missing right at the first attempt, with the API server’s message', async () => {
    await using watched = new Watched(cluster, { kind: configMaps }, { as: 'ada' });
    await until('it is refused', () => watched.states.length > 0);
    assert.match(watched.states[0] ?? '', /^forbidden: .*configmaps is forbidden: User "ada"/);
  });

  it('reports a kind that the cluster doesn’t serve', async () => {
    const kind: Kind = { group: 'example.com', version: 'v1', kind: 'Ghost', plural: 'ghosts', scope: 'Namespaced' };
    await using watched = new Watched(cluster, { kind });
    await until('its absence is known', () => watched.states.length > 0);
    assert.equal(watched.states[0], 'not-served');
  });
});
