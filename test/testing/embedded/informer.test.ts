import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CoreV1Api, KubeConfig, makeInformer, type V1ConfigMap } from '@kubernetes/client-node';
import { EmbeddedCluster } from '../../../lib/testing/index.ts';
import { until } from '../../until.ts';

const namespace = 'default';
const path = `/api/v1/namespaces/${namespace}/configmaps`;

describe('the embedded cluster with the informer of the official client', () => {
  it('the informer of the official client continues after an embedded cluster has forgotten its history', async () => {
    await using cluster = await EmbeddedCluster.start({ audit: 'requests' });
    const { kubeconfig } = await cluster.listen();
    const config = new KubeConfig();
    config.loadFromFile(kubeconfig);
    const api = config.makeApiClient(CoreV1Api);
    const apply = (name: string, data = {}) =>
      cluster.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace }, data });
    const informer = makeInformer<V1ConfigMap>(config, path, () => api.listNamespacedConfigMap({ namespace }));
    const lists = () => cluster.auditEvents().filter(({ verb, requestURI }) => verb === 'list' && requestURI === path);
    const seen: string[] = [];
    for (const verb of ['add', 'update', 'delete'] as const) {
      informer.on(verb, ({ metadata }) => {
        if (metadata?.name !== 'kube-root-ca.crt') seen.push(`${verb} ${metadata?.name ?? ''}`);
      });
    }
    const faults: unknown[] = [];
    informer.on('error', (error) => faults.push(error));
    await apply('before');
    await informer.start();
    assert.deepEqual(seen.splice(0), ['add before']);

    await apply('later');
    await until('the creation is seen', async () => seen.includes('add later'));
    await apply('later', { changed: 'yes' });
    await api.deleteNamespacedConfigMap({ namespace, name: 'before' });
    await until('the deletion is seen', async () => seen.includes('delete before'));
    assert.deepEqual(seen.splice(0), ['add later', 'update later', 'delete before']);

    assert.deepEqual(faults, []);
    assert.equal(lists().length, 1);

    await informer.stop();
    await apply('missed');
    await api.deleteNamespacedConfigMap({ namespace, name: 'later' });
    cluster.compact();
    await informer.start();
    await until('the informer knows what it has missed', async () => seen.includes('add missed'));
    await apply('last');
    await until('the informer watches again', async () => seen.includes('add last'));
    assert.deepEqual(seen.toSorted(), ['add last', 'add missed', 'delete later']);
    // The watch from the version that was known ended with 410.
    assert.equal(lists().length, 2);
    await informer.stop();
  });
});
