// Physical backups and recoveries of a PostgreSQLCluster on the embedded cluster, without pgBackRest.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { App, Chart } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import { PostgreSQLCluster } from '../../../apps/postgresql-cluster/api.ts';
import { PostgreSQLServers } from '../../../apps/postgresql-cluster/children.ts';
import { PodScript, type World } from '../../../lib/testing/index.ts';
import { clusterWorld, postgreSQLCluster } from './clusters.ts';
import { SimulatedPatroni } from './simulated-patroni.ts';

const repository = {
  s3: { endpoint: 'https://s3.example.com', bucket: 'backups', credentials: { name: 'bucket' } },
};
const backup = { enabled: true, repository };

const files = (world: World) => world.get(k8s.KubeConfigMap, 'orders-patroni')?.data ?? {};
const patroniOf = (world: World) => JSON.parse(files(world)['patroni.yml'] ?? '');
const backupPod = (world: World) => world.get(k8s.KubeCronJob, 'orders-backup')?.spec?.jobTemplate.spec?.template.spec;

/** Creates the Secret of the bucket. */
async function createAccount(world: World): Promise<void> {
  const stringData = { AWS_ACCESS_KEY_ID: 'keeper', AWS_SECRET_ACCESS_KEY: 'secret' };
  await world.apply({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'bucket' }, stringData });
  await world.settle();
}

/** Runs a Job of the CronJob, whose one attempt ends as a script says. */
async function runBackup(world: World, name: string, script: PodScript): Promise<void> {
  world.pods.script(({ labels }) => labels['postgres.example.com/cluster'] === 'orders.backup', script);
  const { spec } = world.get(k8s.KubeCronJob, 'orders-backup')?.spec?.jobTemplate ?? {};
  await world.apply({
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name },
    spec: { ...spec, backoffLimit: 0 },
  });
  await world.settle();
}

describe('the backups of a PostgreSQLCluster', () => {
  it('a cluster without a repository has no physical backups, and archives no WAL', async () => {
    await using world = await clusterWorld({ backup: { enabled: true, schedule: '0 2 * * *', retention: 7 } });
    assert.equal(backupPod(world), undefined);
    assert.equal(patroniOf(world).bootstrap.dcs.postgresql.parameters.archive_mode, undefined);
  });

  it('a dump of a cluster starts no run while the cluster is hibernated', () => {
    const chart = new Chart(new App(), 'orders');
    const spec = { version: '15.20', backup: { enabled: true } };
    new PostgreSQLServers(chart, 'Running', { name: 'running', ...PostgreSQLCluster.spec(spec) });
    new PostgreSQLServers(chart, 'Hibernated', {
      name: 'hibernated',
      ...PostgreSQLCluster.spec({ ...spec, hibernated: true }),
    });
    const dumps = chart.toJson().filter(({ kind }) => kind === 'DatabaseBackup');
    assert.deepEqual(
      dumps.map(({ metadata, spec: { suspend } }) => [metadata.name, suspend]),
      [
        ['running', false],
        ['hibernated', true],
      ],
    );
  });

  it('backups go to the stanza of the cluster in its repository, with its WAL', async () => {
    await using world = await clusterWorld({ backup: { ...backup, retention: 3 } });
    const { parameters } = patroniOf(world).bootstrap.dcs.postgresql;
    assert.equal(parameters.archive_mode, 'on');
    assert.match(parameters.archive_command, /^pgbackrest archive-push %p/);
    const settings = files(world)['pgbackrest.conf']?.split('\n') ?? [];
    for (const line of ['repo1-s3-endpoint=s3.example.com', 'repo1-retention-full=3']) {
      assert.ok(settings.includes(line), line);
    }
    const cronJob = world.get(k8s.KubeCronJob, 'orders-backup');
    assert.deepEqual([cronJob?.spec?.schedule, cronJob?.spec?.suspend], ['0 2 * * *', false]);
  });

  it('backups go to a volume that all servers mount, and need no account, if the repository names a claim', async () => {
    const claimed = { ...backup, repository: { claim: { name: 'backups' }, path: '/shop' } };
    await using world = await clusterWorld({ backup: claimed, bootstrap: { recovery: { cluster: 'shop' } } });
    const claim = { accessModes: ['ReadWriteMany'], resources: { requests: { storage: '10Gi' } } };
    await world.apply({ apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name: 'backups' }, spec: claim });
    const server = world.get(k8s.KubeStatefulSet, 'orders')?.spec?.template.spec;
    for (const pod of [server, backupPod(world)]) {
      const volume = pod?.volumes?.find(({ persistentVolumeClaim }) => persistentVolumeClaim?.claimName === 'backups');
      const { env = [], volumeMounts = [] } = pod?.containers[0] ?? {};
      const { mountPath } = volumeMounts.find(({ name }) => name === volume?.name) ?? {};
      assert.ok(files(world)['pgbackrest.conf']?.includes(`repo1-type=posix\nrepo1-path=${mountPath}/shop\n`));
      assert.ok(!env.some(({ name }) => name.includes('S3')));
    }
    const patroni = new SimulatedPatroni(world, 'orders');
    await patroni.settle();
    assert.equal(world.conditions(PostgreSQLCluster, 'orders').BackedUp?.status, 'True');
  });

  it('backups need one place: a repository with a volume and a bucket, or without both, is refused', async () => {
    await using world = await clusterWorld();
    const change = async (place: object) =>
      await world.change(PostgreSQLCluster, 'orders', { spec: { backup: { enabled: true, repository: place } } });
    await assert.rejects(change({}), /set claim or s3/);
    await assert.rejects(change({ ...repository, claim: { name: 'backups' } }), /set claim or s3/);
  });

  it('backups begin with the data by themselves, once, and again with upgraded data', async () => {
    await using world = await clusterWorld({ backup });
    await createAccount(world);
    const patroni = new SimulatedPatroni(world, 'orders');
    const attempts = () =>
      world
        .list(k8s.KubeJob)
        .filter(({ metadata }) => metadata.ownerReferences?.[0]?.name === 'orders-backup')
        .map(({ metadata }) => metadata.name.replace(/^orders-backup-[0-9a-f]{8}-/, ''));
    const isBackedUp = () => world.conditions(PostgreSQLCluster, 'orders').BackedUp?.status;
    assert.deepEqual(attempts(), []);
    await patroni.settle();
    assert.deepEqual([attempts(), isBackedUp()], [['1'], 'True']);
    await world.advance(3_600_000);
    await patroni.settle();
    assert.deepEqual(attempts(), ['1']);
    await world.change(k8s.KubeEndpoints, 'orders-config', { metadata: { annotations: { initialize: '7524' } } });
    await patroni.settle();
    assert.deepEqual([attempts(), isBackedUp()], [['1', '1'], 'True']);
    const other = { s3: { ...repository.s3, bucket: 'other' } };
    await world.change(PostgreSQLCluster, 'orders', { spec: { backup: { repository: other } } });
    await patroni.settle();
    assert.deepEqual([attempts(), isBackedUp()], [['1', '1', '1'], 'True']);
  });

  it('failing backups begin again with pauses, and then only by the schedule', async () => {
    await using world = await clusterWorld({ backup });
    await createAccount(world);
    world.pods.script(
      ({ labels }) => labels['postgres.example.com/cluster'] === 'orders.backup',
      PodScript.fail({ afterMs: 1_000, terminationMessage: 'ERROR: [087]: archive_mode must be enabled' }),
    );
    const patroni = new SimulatedPatroni(world, 'orders');
    await patroni.settle();
    const started = () => world.writes.filter((write) => /^create Job .*orders-backup-[0-9a-f]{8}-/.test(write)).length;
    assert.match(world.conditions(PostgreSQLCluster, 'orders').BackedUp?.message ?? '', /archive_mode/);
    assert.ok(started() < 4, 'the pauses grow');
    for (let hour = 0; hour < 10; hour += 1) await world.advance(3_600_000);
    assert.equal(started(), 8);
  });

  it('a backup whose pod the kubelet rejects has failed, and begins again', async () => {
    await using world = await clusterWorld({ backup });
    await createAccount(world);
    const isBackup = ({ labels }: { readonly labels: Readonly<Record<string, string>> }) =>
      labels['postgres.example.com/cluster'] === 'orders.backup';
    world.pods.script(isBackup, PodScript.ready());
    const patroni = new SimulatedPatroni(world, 'orders');
    await patroni.settle();
    const pod = world.list(k8s.KubePod).find(({ metadata: { labels = {} } }) => isBackup({ labels }));
    const message = 'Pod was rejected: node is shutting down';
    // The container has not started, and has no status.
    await world.changeStatus(k8s.KubePod, pod?.metadata.name ?? '', {
      phase: 'Failed',
      message,
      containerStatuses: null,
    });
    await patroni.settle();
    const condition = () => world.conditions(PostgreSQLCluster, 'orders').BackedUp;
    assert.match(`${condition()?.status} ${condition()?.message}`, new RegExp(`^False .* failed: ${message}$`));
    world.pods.script(isBackup, PodScript.succeed());
    await world.advance(120_000);
    assert.equal(condition()?.status, 'True');
  });

  it('backups run one at a time: the later one waits, and succeeds', async () => {
    await using world = await clusterWorld({ backup });
    await createAccount(world);
    await new SimulatedPatroni(world, 'orders').settle();
    const script = PodScript.succeed({ afterMs: 60_000 });
    world.pods.script(({ labels }) => labels['postgres.example.com/cluster'] === 'orders.backup', script);
    const { spec } = world.get(k8s.KubeCronJob, 'orders-backup')?.spec?.jobTemplate ?? {};
    const phases = () =>
      world
        .list(k8s.KubePod)
        .filter(({ metadata }) => /^(one|two)-/.test(metadata.name))
        .map(({ status }) => status?.phase)
        .toSorted();
    for (const name of ['one', 'two'])
      await world.apply({
        apiVersion: 'batch/v1',
        kind: 'Job',
        metadata: { name },
        spec: { ...spec, backoffLimit: 0 },
      });
    await world.advance(30_000);
    assert.deepEqual(phases(), ['Pending', 'Running']);
    await world.advance(60_000);
    assert.deepEqual(phases(), ['Running', 'Succeeded']);
    await world.advance(60_000);
    assert.deepEqual(phases(), ['Succeeded', 'Succeeded']);
  });

  it('backups run beside the primary, also after a switchover', async () => {
    await using world = await clusterWorld({ backup });
    await createAccount(world);
    const patroni = new SimulatedPatroni(world, 'orders');
    const place = () => [
      backupPod(world)?.volumes?.[0]?.persistentVolumeClaim?.claimName,
      backupPod(world)?.containers[0]?.env?.[0]?.value,
    ];
    await patroni.settle();
    assert.deepEqual(place(), ['data-orders-0', 'orders-0.orders-pods']);
    await world.change(PostgreSQLCluster, 'orders', { spec: { preferredPrimary: 2 } });
    await patroni.settle();
    assert.deepEqual(place(), ['data-orders-2', 'orders-2.orders-pods']);
  });

  it('ended backups are in the status, with the oldest moment to recover', async () => {
    await using world = await clusterWorld({ backup });
    await createAccount(world);
    const condition = () => world.conditions(PostgreSQLCluster, 'orders').BackedUp;
    assert.equal(condition()?.reason, 'NoBackup');
    await new SimulatedPatroni(world, 'orders').settle();
    const terminationMessage = '{"backup":"20261128-020000F","firstStop":1795831200}';
    await runBackup(world, 'one', PodScript.succeed({ afterMs: 1_000, terminationMessage }));
    const reported = world.get(PostgreSQLCluster, 'orders')?.status?.backup;
    assert.deepEqual(
      [reported?.lastBackup, reported?.firstRecoverabilityPoint],
      ['20261128-020000F', '2026-11-28T02:00:00Z'],
    );
    assert.equal(condition()?.status, 'True');
    await runBackup(world, 'two', PodScript.fail({ afterMs: 1_000, terminationMessage: 'ERROR: [082]: WAL' }));
    await world.delete(k8s.KubeJob, 'two');
    await world.settle();
    assert.match(`${condition()?.status} ${condition()?.message}`, /^False two-.* failed: ERROR: \[082\]: WAL$/);
    assert.equal(world.get(PostgreSQLCluster, 'orders')?.status?.backup?.lastBackup, '20261128-020000F');
    const reasons = world.events.map(({ reason }) => reason).filter((reason) => reason.startsWith('Backup'));
    assert.deepEqual(reasons, ['BackupStarted', 'BackupSucceeded', 'BackupSucceeded', 'BackupFailed']);
  });
});

describe('the verification of backups', () => {
  const verified = { ...backup, verification: { schedule: '@weekly' } };

  it('a verification restores the newest backup into a volume of its own, and is in the status', async () => {
    await using world = await clusterWorld({ backup: verified, storage: { size: '2Gi' } });
    await createAccount(world);
    await new SimulatedPatroni(world, 'orders').settle();
    const condition = () => world.conditions(PostgreSQLCluster, 'orders').BackupVerified;
    assert.equal(condition()?.reason, 'NoVerification');
    const template = world.get(k8s.KubeCronJob, 'orders-verification')?.spec?.jobTemplate;
    const [restored] = template?.spec?.template.spec?.volumes ?? [];
    assert.equal(restored?.ephemeral?.volumeClaimTemplate?.spec.resources?.requests?.storage, '2Gi');
    const run = async (name: string, script: PodScript) => {
      world.pods.script(({ labels }) => labels['postgres.example.com/cluster'] === 'orders.verification', script);
      await world.apply({
        apiVersion: 'batch/v1',
        kind: 'Job',
        metadata: { name },
        spec: { ...template?.spec, backoffLimit: 0 },
      });
      await world.settle();
    };
    await run('one', PodScript.succeed({ afterMs: 1_000, terminationMessage: '{"backup":"20261128-020000F"}' }));
    assert.equal(world.get(PostgreSQLCluster, 'orders')?.status?.backup?.verifiedBackup, '20261128-020000F');
    assert.equal(condition()?.status, 'True');
    await run('two', PodScript.fail({ afterMs: 1_000, terminationMessage: 'ERROR: invalid checksum' }));
    assert.match(condition()?.message ?? '', /^two-.* failed: ERROR: invalid checksum$/);
    assert.equal(world.get(PostgreSQLCluster, 'orders')?.status?.backup?.verifiedBackup, '20261128-020000F');
  });

  it('a verification is refused if the name of its CronJob is too long', async () => {
    await using world = await clusterWorld();
    const { metadata, ...cluster } = postgreSQLCluster({ backup: verified });
    const created = async (length: number) =>
      await world.apply({ ...cluster, metadata: { ...metadata, name: 'a'.repeat(length) } });
    await assert.rejects(created(40), /at most 39 characters/);
    await created(39);
    await world.settle();
    assert.ok(world.get(k8s.KubeCronJob, `${'a'.repeat(39)}-verification`));
  });

  it('a verification is refused without a repository, and at a second', async () => {
    await using world = await clusterWorld();
    const change = async (spec: object) => await world.change(PostgreSQLCluster, 'orders', { spec: { backup: spec } });
    await assert.rejects(change({ enabled: true, verification: { schedule: '@weekly' } }), /set backup.repository/);
    await assert.rejects(change({ ...verified, verification: { schedule: '0 0 4 * * 0' } }), /write five fields/);
  });
});

describe('the recovery of a PostgreSQLCluster', () => {
  const recovery = { cluster: 'shop', targetTime: '2026-11-28T17:05:00.25Z' };

  it('a recovery restores the backups of another cluster up to a time, or all of them', async () => {
    await using world = await clusterWorld({ backup, bootstrap: { recovery } });
    await using copy = await clusterWorld({ backup, bootstrap: { recovery: { cluster: 'shop' } } });
    assert.equal(patroniOf(world).bootstrap.method, 'recovery');
    const command = (each: World) => files(each).recover?.trimEnd().split('\n').at(-1);
    assert.equal(
      command(world),
      "pgbackrest --stanza=shop --type=time '--target=2026-11-28 17:05:00.25+00' --target-action=promote restore",
    );
    assert.equal(command(copy), 'pgbackrest --stanza=shop restore');
  });

  it('a recovery is refused without a repository, into its source’s archive, to no time, and afterwards', async () => {
    await using world = await clusterWorld({ backup, bootstrap: { recovery } });
    const created = async (spec: object) => {
      const { metadata, ...cluster } = postgreSQLCluster(spec);
      await world.apply({ ...cluster, metadata: { ...metadata, name: 'other' } });
    };
    await assert.rejects(created({ bootstrap: { recovery } }), /set backup.repository/);
    await assert.rejects(created({ backup, bootstrap: { recovery: { cluster: 'other' } } }), /an archive of its own/);
    const targetTime = '2026-02-30T17:05:00Z';
    await assert.rejects(created({ backup, bootstrap: { recovery: { ...recovery, targetTime } } }), /targetTime/);
    await assert.rejects(created({ backup: { ...backup, schedule: '0 0 2 * * *' } }), /write five fields/);
    const change = world.change(PostgreSQLCluster, 'orders', { spec: { bootstrap: { recovery: { cluster: 'new' } } } });
    await assert.rejects(change, /bootstrap/);
  });
});
