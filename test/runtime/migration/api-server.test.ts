import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { definitionKind } from '../../../lib/api/index.ts';
import { type Client, HttpClient, isGone, loadCredentials } from '../../../lib/client/index.ts';
import { systemClock } from '../../../lib/clock/index.ts';
import { policyRules } from '../../../lib/constructs/access/policy-rule.ts';
import { migrationGrants } from '../../../lib/constructs/storage-migration.ts';
import { type MigrationProgress, migrateDefinition } from '../../../lib/runtime/migration/index.ts';
import { storedDefinition } from '../../../lib/runtime/migration/stored-definition.ts';
import {
  ControlPlane,
  grantedRights,
  missingRights,
  recordedAccess,
  unusedRights,
} from '../../../lib/testing/index.ts';
import { allBoxes, applied, boxDefinition, storedAsOld } from './box-definition.ts';
import { Etcd } from './etcd.ts';
import { box } from './stored-boxes.ts';

/** The rights that the contract of a migration requires. */
const access = [
  { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'migrator', namespace: 'default' } },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    metadata: { name: 'migrator' },
    rules: policyRules(migrationGrants(box)),
  },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata: { name: 'migrator' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'migrator' },
    subjects: [{ kind: 'ServiceAccount', name: 'migrator', namespace: 'default' }],
  },
];

const boxes = '/registry/example.com/boxes/';

describe('a migration on a real API server, with no more rights than it asks for', () => {
  let controlPlane: ControlPlane;
  let etcd: Etcd;
  let admin: Client;
  let migrator: Client;

  before(async () => {
    controlPlane = await ControlPlane.start({ components: [] });
    etcd = new Etcd(controlPlane);
    const connected = async (kubeconfig: string) =>
      new HttpClient(await loadCredentials({ clock: systemClock, kubeconfig }), { clock: systemClock });
    admin = await connected(controlPlane.kubeconfig);
    await applied(controlPlane, ...access);
    migrator = await connected(await controlPlane.serviceAccountKubeconfig('default', 'migrator'));
    await storedAsOld(controlPlane, admin);
  });

  after(async () => {
    await Promise.all([admin?.close(), migrator?.close(), etcd?.close()]);
    await controlPlane?.stop();
  });

  async function definition() {
    return storedDefinition(await admin.get(definitionKind, { name: 'boxes.example.com' }));
  }

  it('a migration stores every object again, also after an interruption, without any other change', async () => {
    assert.deepEqual(await etcd.storedCounts(boxes), { 'example.com/v1beta1': 1200 });
    const before = await allBoxes(admin);

    const stop = new AbortController();
    const onProgress = ({ doneCount }: MigrationProgress) => {
      if (doneCount === 1000) stop.abort(new Error('stopped'));
    };
    await assert.rejects(migrateDefinition(box, { client: migrator, clock: systemClock, onProgress }, stop.signal), {
      message: 'stopped',
    });
    assert.deepEqual((await definition()).storedVersions, ['v1beta1', 'v1']);
    assert.deepEqual(await etcd.storedCounts(boxes), { 'example.com/v1': 1000, 'example.com/v1beta1': 200 });

    // The list's version has expired, and a Box that it hasn't reached is edited.
    await etcd.compact();
    await admin.patch(box, { namespace: 'default', name: 'box-0700' }, { type: 'merge', body: { spec: { size: 2 } } });
    await etcd.compact();
    let goneCount = 0;
    const counting: Client = {
      ...bound(migrator),
      list: async (kind, options) => {
        try {
          return await migrator.list(kind, options);
        } catch (error) {
          if (isGone(error)) goneCount += 1;
          throw error;
        }
      },
    };
    const progress: number[] = [];
    const ports = {
      client: counting,
      clock: systemClock,
      onProgress: (each: MigrationProgress) => progress.push(each.doneCount),
    };
    const outcome = await migrateDefinition(box, ports, new AbortController().signal);
    assert.equal(goneCount, 1);
    assert.deepEqual(outcome, { type: 'migrated', storageVersion: 'v1', doneCount: 1200 });
    assert.deepEqual(progress, [1000, 1200]);

    assert.deepEqual(await etcd.storedCounts(boxes), { 'example.com/v1': 1200 });
    const { storedVersions, conditions } = await definition();
    assert.deepEqual(storedVersions, ['v1']);
    assert.deepEqual(conditions.map(({ type }) => type).sort(), ['Established', 'NamesAccepted']);

    const now = await allBoxes(admin);
    assert.deepEqual(now.get('box-0700')?.spec, { size: 2 });
    for (const [name, box] of before) {
      if (name === 'box-0700') continue;
      const { resourceVersion: _before, ...metadata } = box.metadata;
      const { resourceVersion: _now, ...metadataNow } = now.get(name)?.metadata ?? box.metadata;
      assert.deepEqual({ ...now.get(name), metadata: metadataNow }, { ...box, metadata }, name);
    }
  });

  it('a migration sends exactly the kinds of requests that its contract names', async () => {
    const user = 'system:serviceaccount:default:migrator';
    const [requests, rights] = [recordedAccess(await controlPlane.auditEvents(), user), grantedRights(access, user)];
    assert.deepEqual(missingRights(requests, rights), []);
    assert.deepEqual(unusedRights(requests, rights), []);
  });

  it('the old version can be removed from the definition after a migration', async () => {
    await applied(controlPlane, boxDefinition('v1', ['v1']));
    assert.equal((await allBoxes(admin)).size, 1200);
    assert.deepEqual((await definition()).storedVersions, ['v1']);
  });
});

/** The methods of a client as an object of its own. */
function bound(client: Client): Client {
  return {
    get: (...words) => client.get(...words),
    list: (...words) => client.list(...words),
    watch: (...words) => client.watch(...words),
    create: (...words) => client.create(...words),
    apply: (...words) => client.apply(...words),
    patch: (...words) => client.patch(...words),
    delete: (...words) => client.delete(...words),
    openApi: (...words) => client.openApi(...words),
    openApiHashes: (...words) => client.openApiHashes(...words),
    serves: (...words) => client.serves(...words),
    serverVersion: (...words) => client.serverVersion(...words),
    isReady: (...words) => client.isReady(...words),
    close: () => client.close(),
  };
}
