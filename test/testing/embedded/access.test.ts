import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { builtInKind, type Kind, type KubernetesObject } from '../../../lib/api/index.ts';
import { type Client, fixedIdentity, HttpClient, isForbidden, loadCredentials } from '../../../lib/client/index.ts';
import { systemClock } from '../../../lib/clock/index.ts';
import {
  EmbeddedCluster,
  grantedRights,
  missingRights,
  recordedAccess,
  unusedRights,
} from '../../../lib/testing/index.ts';
import { ManualClock } from '../../../lib/testing/manual-clock.ts';

const access = 'rbac.authorization.k8s.io/v1';
const configMaps = kind('v1', 'ConfigMap');
const accounts = kind('v1', 'ServiceAccount');
const robot = 'system:serviceaccount:default:robot';
const here = { namespace: 'default', name: 'robot' };

describe('an embedded cluster with users', () => {
  it('an embedded cluster gives a client the rights of its user', async () => {
    await using cluster = await EmbeddedCluster.start();
    const client = cluster.client({ as: robot });
    await assert.rejects(client.list(configMaps, { namespace: 'default' }), (error: Error) => {
      assert.ok(isForbidden(error));
      assert.match(error.message, /User "system:serviceaccount:default:robot" cannot list resource "configmaps"/);
      return true;
    });
    await install(cluster.client());
    assert.equal((await client.list(configMaps, { namespace: 'default' })).items.length, 1);
    await assert.rejects(client.list(configMaps, { namespace: 'kube-system' }), isForbidden);
  });

  it('an embedded cluster gives a client the rights of further groups', async () => {
    await using cluster = await EmbeddedCluster.start();
    const client = cluster.client({ as: 'ann', groups: ['system:masters'] });
    assert.equal((await client.list(configMaps)).items.length, 4);
  });

  it('an embedded cluster records the requests of a user, and the rights that they needed', async () => {
    await using cluster = await EmbeddedCluster.start({ audit: 'requests' });
    await install(cluster.client());
    const client = cluster.client({ as: robot });
    await client.list(configMaps, { namespace: 'default' });
    const requests = () => recordedAccess(cluster.auditEvents(), robot);
    const rights = grantedRights(roles, robot);
    assert.deepEqual(missingRights(requests(), rights), []);
    assert.match(unusedRights(requests(), rights).join(), /Role robot gives the right to create configmaps/);
    const object = { ...here, name: 'a' };
    await client.apply(configMaps, configMap(object.name), { fieldManager: 'me', force: true });
    assert.deepEqual(unusedRights(requests(), rights), []);
    await assert.rejects(client.delete(configMaps, object), isForbidden);
    assert.match(
      missingRights(requests(), rights).join(),
      /needs the right to delete configmaps "a" in namespace default/,
    );
  });

  it('an embedded cluster records no requests by default, and names the option that records them', async () => {
    await using cluster = await EmbeddedCluster.start();
    assert.throws(() => cluster.auditEvents(), /start it with \{ audit: 'requests' \}/);
  });
});

describe('an embedded cluster over HTTPS', () => {
  it('an embedded cluster authenticates an admin by the client certificate of its kubeconfig', async () => {
    await using cluster = await EmbeddedCluster.start({ audit: 'requests' });
    const { kubeconfig } = await cluster.listen();
    const client = await connected(kubeconfig);
    assert.equal((await client.list(configMaps)).items.length, 4);
    assert.deepEqual(
      cluster.auditEvents().map(({ user }) => [user.username, user.groups]),
      [['admin', ['system:masters', 'system:authenticated']]],
    );
    await client.close();
  });

  it('an embedded cluster accepts the token of a ServiceAccount until it expires by the cluster’s clock', async () => {
    const clock = new ManualClock();
    await using cluster = await EmbeddedCluster.start({ clock, workloads: 'none' });
    await install(cluster.client());
    const client = await connected(await cluster.serviceAccountKubeconfig('default', 'robot'));
    assert.equal((await client.list(configMaps, { namespace: 'default' })).items.length, 1);
    await assert.rejects(client.list(configMaps), isForbidden);
    await clock.advance(30 * 24 * 3_600_000 + 60_001);
    await assert.rejects(client.list(configMaps, { namespace: 'default' }), { status: 401 });
    await client.close();
  });

  it('an embedded cluster issues no token for a ServiceAccount that does not exist', async () => {
    await using cluster = await EmbeddedCluster.start();
    await assert.rejects(cluster.serviceAccountKubeconfig('default', 'robot'), /default\/robot: create it first/);
  });

  it('an embedded cluster refuses wrong tokens, and lets anonymous users read its version only', async () => {
    await using cluster = await EmbeddedCluster.start();
    const { kubeconfig } = await cluster.listen();
    const credentials = await loadCredentials({ kubeconfig, clock: systemClock });
    const { tls } = await credentials.identity.current();
    const stranger = (headers: Record<string, string>) =>
      new HttpClient(
        {
          ...credentials,
          identity: fixedIdentity({ headers, tls: { certificateAuthority: tls.certificateAuthority } }),
        },
        { clock: systemClock },
      );
    const [wrong, anonymous] = [stranger({ authorization: 'Bearer x.y.z' }), stranger({})];
    await assert.rejects(wrong.serverVersion(), { status: 401 });
    assert.equal((await anonymous.serverVersion()).minor, '36');
    await assert.rejects(anonymous.list(configMaps), /User "system:anonymous" cannot list/);
    await Promise.all([wrong.close(), anonymous.close()]);
  });

  it('an embedded cluster treats users with certificates of another authority as anonymous', async () => {
    await using cluster = await EmbeddedCluster.start();
    await using other = await EmbeddedCluster.start();
    const [address, foreign] = [await cluster.listen(), await other.listen()];
    const own = await loadCredentials({ kubeconfig: address.kubeconfig, clock: systemClock });
    const theirs = await loadCredentials({ kubeconfig: foreign.kubeconfig, clock: systemClock });
    const [{ tls }, { tls: wrong }] = [await own.identity.current(), await theirs.identity.current()];
    const identity = fixedIdentity({ headers: {}, tls: { ...wrong, certificateAuthority: tls.certificateAuthority } });
    const client = new HttpClient({ ...own, identity }, { clock: systemClock });
    await assert.rejects(client.list(configMaps), /User "system:anonymous" cannot list/);
    await client.close();
  });

  it('an embedded cluster publishes the certificate of its authority when it listens', async () => {
    await using cluster = await EmbeddedCluster.start();
    const read = async () => {
      const { data } = await cluster.client().get(configMaps, { namespace: 'default', name: 'kube-root-ca.crt' });
      return JSON.stringify(data);
    };
    assert.equal(await read(), '{"ca.crt":""}');
    await cluster.listen();
    assert.match(await read(), /BEGIN CERTIFICATE/);
  });
});

const roles: readonly KubernetesObject[] = [
  {
    apiVersion: access,
    kind: 'Role',
    metadata: here,
    rules: [{ apiGroups: [''], resources: ['configmaps'], verbs: ['list', 'create', 'patch'] }],
  },
  {
    apiVersion: access,
    kind: 'RoleBinding',
    metadata: here,
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'robot' },
    subjects: [{ kind: 'ServiceAccount', ...here }],
  },
];

/** Creates the ServiceAccount and its role. */
async function install(client: Client): Promise<void> {
  await client.create(accounts, { apiVersion: 'v1', kind: 'ServiceAccount', metadata: here });
  for (const object of roles) await client.create(kind(access, object.kind), object);
}

async function connected(kubeconfig: string): Promise<Client> {
  return new HttpClient(await loadCredentials({ kubeconfig, clock: systemClock }), { clock: systemClock });
}

function configMap(name: string): KubernetesObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'default' } };
}

function kind(apiVersion: string, name: string): Kind {
  const [version = '', group = ''] = apiVersion.split('/').toReversed();
  const found = builtInKind({ group, version, kind: name });
  assert.ok(found);
  return found;
}
