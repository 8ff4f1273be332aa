import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, beforeEach, describe, it } from 'node:test';
import { parse } from 'yaml';
import { type KubernetesObject, knownKind, objectTitle } from '../../../lib/api/index.ts';
import { deployedCopy } from '../../../lib/cli/dev/deployed-copy.ts';
import type { Client } from '../../../lib/client/index.ts';
import type { ClusterServiceVersion } from '../../../lib/olm/index.ts';
import { EmbeddedCluster } from '../../../lib/testing/index.ts';

const bundle = new URL('../../../bundle/memcached-operator/manifests/', import.meta.url);
const operator = { name: 'memcached-operator', namespace: 'memcached-operator-system' };
const deployments = knownKind('apps/v1', 'Deployment');

describe('the deployed copy of an operator', () => {
  let cluster: EmbeddedCluster;
  let client: Client;

  /** Creates the Deployment as OLM does: with the name, labels and spec of the bundle, and labels of its own. */
  async function deploy(namespace: string): Promise<void> {
    const file = await readFile(new URL('memcached-operator.clusterserviceversion.yaml', bundle), 'utf8');
    const { spec, metadata } = parse(file) as ClusterServiceVersion;
    const [deployment] = spec.install.spec.deployments;
    assert.ok(deployment);
    const labels = { ...deployment.label, 'olm.owner': metadata.name, 'olm.managed': 'true' };
    await cluster.apply(namespaceNamed(namespace), {
      ...{ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: deployment.name, namespace, labels } },
      spec: deployment.spec,
    });
  }

  const copyIn = async (namespace?: string) => {
    const copy = await deployedCopy(client, operator, namespace);
    return copy && objectTitle(copy);
  };

  before(async () => {
    cluster = await EmbeddedCluster.start({ workloads: 'none' });
  });

  beforeEach(async () => {
    client = cluster.client();
    for (const { metadata } of (await client.list(deployments)).items) await client.delete(deployments, metadata);
  });

  after(() => cluster?.stop());

  it('deployedCopy finds no copy where only other operators run', async () => {
    const labels = { 'app.kubernetes.io/name': 'website-operator', 'website-operator/installation': '1' };
    await deploy('shop');
    const body = { metadata: { labels: { ...labels, 'memcached-operator/installation': null } } };
    const key = { namespace: 'shop', name: 'memcached-operator-controller-manager' };
    await client.patch(deployments, key, { type: 'merge', body });
    assert.equal(await copyIn(), undefined);
  });

  it('deployedCopy finds the copy in the namespace that was chosen for OLM', async () => {
    await deploy('operators');
    assert.equal(await copyIn(), 'Deployment operators/memcached-operator-controller-manager');
  });

  it('deployedCopy requires a namespace if an operator is deployed several times', async () => {
    await deploy('blue');
    await deploy('green');
    await assert.rejects(copyIn(), {
      message:
        'operator memcached-operator is deployed 2 times, as blue/memcached-operator-controller-manager, ' +
        'green/memcached-operator-controller-manager: give the namespace of the copy to replace by --namespace',
    });
    assert.equal(await copyIn('green'), 'Deployment green/memcached-operator-controller-manager');
    await assert.rejects(copyIn('red'), /^Failure: operator memcached-operator isn't deployed in namespace red: /);
  });

  it('deployedCopy finds the copy in the definition’s namespace for a user without rights in others', async () => {
    await deploy('operators');
    await deploy(operator.namespace);
    client = cluster.client({ as: 'ada' });
    assert.equal(await copyIn(), undefined);
    await cluster.apply(...rightsIn(operator.namespace));
    assert.equal(await copyIn(), `Deployment ${operator.namespace}/memcached-operator-controller-manager`);
  });
});

function namespaceNamed(name: string): KubernetesObject {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
}

function rightsIn(namespace: string): readonly KubernetesObject[] {
  const apiGroup = 'rbac.authorization.k8s.io';
  const [apiVersion, metadata] = [`${apiGroup}/v1`, { namespace, name: 'ada' }];
  return [
    {
      ...{ apiVersion, kind: 'Role', metadata },
      rules: [{ apiGroups: ['apps'], resources: ['deployments'], verbs: ['list'] }],
    },
    {
      ...{ apiVersion, kind: 'RoleBinding', metadata },
      roleRef: { apiGroup, kind: 'Role', name: 'ada' },
      subjects: [{ apiGroup, kind: 'User', name: 'ada' }],
    },
  ];
}
