import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { k8s } from 'cdk8s-plus-28';
import {
  type DeclaredClient,
  isAlreadyExists,
  isConflict,
  isNotFound,
  type Use,
  useVerbs,
} from '../../lib/api/index.ts';
import { declaredClient, HttpClient, loadCredentials } from '../../lib/client/index.ts';
import { systemClock } from '../../lib/clock/index.ts';
import { type ControlPlane, EmbeddedCluster } from '../../lib/testing/index.ts';
import { sharedControlPlane } from '../shared-control-plane.ts';

const uses = [
  { kind: k8s.KubeConfigMap, verbs: useVerbs },
  { kind: k8s.KubeDeployment, verbs: ['create', 'patchStatus'] },
] as const satisfies readonly Use[];
const namespace = 'default';
const key = { namespace, name: 'settings' };

/** Tests the behaviour that the client has for objects on a real API server and on the embedded one. */
function isTrueOfBoth(client: () => DeclaredClient<typeof uses>): void {
  it('applies, reads, changes and deletes an object, and throws the errors of an API server', async () => {
    await assert.rejects(client().get(k8s.KubeConfigMap, key), isNotFound);
    const applied = await client().apply(k8s.KubeConfigMap, { metadata: key, data: { a: '1', b: '2' } });
    await assert.rejects(client().create(k8s.KubeConfigMap, { metadata: key, data: {} }), isAlreadyExists);
    await client().apply(k8s.KubeConfigMap, { metadata: key, data: { a: '1' } });
    await client().patch(k8s.KubeConfigMap, key, { data: { c: '3' } });
    assert.deepEqual((await client().get(k8s.KubeConfigMap, key)).data, { a: '1', c: '3' });
    const { resourceVersion } = applied.metadata;
    await assert.rejects(client().delete(k8s.KubeConfigMap, key, { resourceVersion }), isConflict);
    await client().delete(k8s.KubeConfigMap, key, { uid: applied.metadata.uid });
    await assert.rejects(client().delete(k8s.KubeConfigMap, key), isNotFound);
  });

  it('creates objects under names that the API server generates, and lists all of them by pages', async () => {
    const labels = { set: 'generated' };
    const metadata = { namespace, generateName: 'entry-', labels };
    const created = [];
    for (let count = 0; count < 3; count += 1) created.push(await client().create(k8s.KubeConfigMap, { metadata }));
    const names = created.map((object) => object.metadata.name).sort();
    assert.ok(names.every((name) => /^entry-\w+$/.test(name)));
    const listed = await client().list(k8s.KubeConfigMap, { namespace, labels });
    assert.deepEqual(
      listed.map((object) => object.metadata.name),
      names,
    );
    const one: string[] = [];
    for await (const object of client().each(k8s.KubeConfigMap, { fields: { 'metadata.name': names[0] ?? '' } })) {
      one.push(object.metadata.name);
    }
    assert.deepEqual(one, names.slice(0, 1));
  });

  it('patches the status of an object, and keeps its spec', async () => {
    const labels = { app: 'web' };
    const template = { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'web' }] } };
    await client().create(k8s.KubeDeployment, {
      metadata: { namespace, name: 'web' },
      spec: { selector: { matchLabels: labels }, template },
    });
    const { status, spec } = await client().patchStatus(
      k8s.KubeDeployment,
      { namespace, name: 'web' },
      { observedGeneration: 1 },
    );
    assert.deepEqual([status?.observedGeneration, spec?.selector.matchLabels], [1, labels]);
  });
}

const options = { uses, fieldManager: 'test', signal: new AbortController().signal };

describe('the client of a callback, on the embedded cluster', () => {
  let cluster: EmbeddedCluster;

  before(async () => {
    cluster = await EmbeddedCluster.start({ workloads: 'none' });
  });

  after(() => cluster.stop());

  isTrueOfBoth(() => declaredClient(cluster.client(), options));
});

describe('the client of a callback, on a real API server', () => {
  let controlPlane: ControlPlane;
  let http: HttpClient;
  let client: DeclaredClient<typeof uses>;

  before(async () => {
    controlPlane = await sharedControlPlane();
    const credentials = await loadCredentials({ clock: systemClock, kubeconfig: controlPlane.kubeconfig });
    http = new HttpClient(credentials, { clock: systemClock });
    client = declaredClient(http, options);
  });

  after(() => http.close());

  isTrueOfBoth(() => client);

  it('takes a field of another field manager only by force', async () => {
    const other = await controlPlane.kubectl(['create', 'configmap', 'theirs', '--from-literal=a=1']);
    assert.equal(other.exitCode, 0, other.stderr);
    const object = { metadata: { namespace, name: 'theirs' }, data: { a: '2' } };
    await assert.rejects(client.apply(k8s.KubeConfigMap, object), isConflict);
    assert.equal((await client.apply(k8s.KubeConfigMap, object, { conflicts: 'force' })).data?.a, '2');
  });

  it('an error of a create with generateName contains the prefix', async () => {
    const metadata = { namespace, generateName: 'Not_a_name-' };
    await assert.rejects(
      client.create(k8s.KubeConfigMap, { metadata }),
      /can't create ConfigMap\.v1 default\/Not_a_name-…/,
    );
  });
});
