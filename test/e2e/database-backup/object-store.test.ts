import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import type { BackupTask, RestoreTask } from '../../../apps/database-backup/task.ts';
import { until } from '../../until.ts';
import { BackupTool } from './backup-tool.ts';
import { LocalObjectStore } from './local-object-store.ts';
import { LocalServer } from './local-server.ts';

describe('the backup program with an object store', () => {
  let server: LocalServer;
  let store: LocalObjectStore;
  let tool: BackupTool;
  let env: Readonly<Record<string, string>>;

  const subject = (prefix: string) => ({
    engine: 'postgresql' as const,
    server: { host: '127.0.0.1', port: server.port },
    storage: {
      s3: {
        endpoint: `https://127.0.0.1:${store.port}`,
        bucket: 'backups',
        prefix,
        region: 'us-east-1',
        pathStyle: true,
        caFile: '/backups/authority.pem',
      },
    },
  });
  const backup = (prefix: string, run: string, more: Partial<BackupTask> = {}): BackupTask => ({
    ...subject(prefix),
    do: 'backup',
    owner: 'production/shop',
    databases: ['shop'],
    retention: {},
    run,
    ...more,
  });
  const restore = (prefix: string, database: string): RestoreTask => ({
    ...subject(prefix),
    do: 'restore',
    database,
    overwrite: false,
  });

  before(async () => {
    [server, store, tool] = await Promise.all([
      LocalServer.start('postgresql'),
      LocalObjectStore.start(),
      BackupTool.unpack(),
    ]);
    await writeFile(tool.root.path('/backups/authority.pem'), store.authority);
    env = { ...server.account, ...store.account };
    // Random bytes aren't compressed: the dump has several parts.
    await server.query('CREATE DATABASE shop');
    await server.query(
      `CREATE TABLE large AS SELECT i, (SELECT string_agg(sha512((i * 1000 + j)::text::bytea), ''::bytea) FROM generate_series(1, 150) j) AS bytes
       FROM generate_series(1, 3600) i`,
      'shop',
    );
    await server.query('CREATE TABLE small ()', 'shop');
  });

  after(async () => {
    await server[Symbol.asyncDispose]();
    await store[Symbol.asyncDispose]();
    await tool[Symbol.asyncDispose]();
  });

  it('a dump of several parts is stored in a bucket and restored, and the newest archives are kept', async () => {
    const results = [];
    for (const minute of [1, 2, 3]) {
      results.push(await tool.run(backup('kept', `2026-11-28T07:0${minute}:00Z`, { retention: { keep: 2 } }), env));
    }
    assert.deepEqual(
      results.map(({ pruned }) => pruned),
      [0, 0, 1],
    );
    assert.ok((results[0]?.sizeBytes ?? 0) > 32 * 2 ** 20, `${results[0]?.sizeBytes} bytes`);
    assert.deepEqual(await store.objects('kept'), [
      '20261128T070200Z/manifest.json',
      '20261128T070200Z/shop.dump',
      '20261128T070300Z/manifest.json',
      '20261128T070300Z/shop.dump',
    ]);
    await tool.run(restore('kept', 'copy'), env);
    const sum = 'SELECT count(*), md5(string_agg(bytes, $$$$::bytea ORDER BY i)) FROM large';
    assert.deepEqual(await server.query(sum, 'copy'), await server.query(sum, 'shop'));
  });

  it('a backup cut by the object store leaves no complete archive, and the next run removes the rest', async () => {
    const cut = tool.start(backup('cut', '2026-11-28T07:00:00Z'), env);
    await until('an upload is open', async () => (await store.openUploads()) > 0);
    await store.kill();
    const outcome = await cut.outcome();
    assert.match(
      'error' in outcome ? outcome.error : '',
      /^the object store does not answer: start it, or correct the endpoint/,
    );

    await store.restart();
    const none = await tool.failure(restore('cut', 'cut'), env);
    assert.match(none, /^there is no complete archive to restore/);
    await tool.run(backup('cut', '2026-11-28T07:01:00Z'), env);
    assert.equal(await store.openUploads(), 0);
    assert.deepEqual(await store.objects('cut'), ['20261128T070100Z/manifest.json', '20261128T070100Z/shop.dump']);
  });

  it('a backup into a bucket aborts the uploads of its own dead runs, and none of a deeper prefix', async () => {
    const killed = tool.start(backup('shared/inner', '2026-11-28T07:00:00Z'), env);
    await until('an upload is open', async () => (await store.openUploads()) > 0);
    process.kill(await tool.root.processId(killed.process), 'SIGKILL');
    await assert.rejects(killed.outcome(), /reported nothing/);

    await tool.run(backup('shared', '2026-11-28T07:01:00Z'), env);
    assert.equal(await store.openUploads(), 1);
    await tool.run(backup('shared/inner', '2026-11-28T07:02:00Z'), env);
    assert.equal(await store.openUploads(), 0);
  });

  it('a backup refuses the prefix of another DatabaseBackup, whose objects it leaves alone', async () => {
    const [run, retention] = ['2026-11-28T07:00:00Z', { keep: 1 }];
    await tool.run(backup('owned', run, { retention, tables: ['public.small'] }), env);
    const before = await store.objects('owned');
    const second = backup('owned', '2026-11-28T07:01:00Z', { retention, owner: 'production/copy' });
    assert.match(await tool.failure(second, env), /copy has the archives of DatabaseBackup production\/shop: choose/);
    assert.deepEqual(await store.objects('owned'), before);
  });

  it('a backup reports a wrong key, a missing bucket and an unknown authority in one sentence each', async () => {
    const task = backup('refused', '2026-11-28T07:00:00Z');
    const { storage } = subject('refused');
    const { caFile: _, ...unknown } = storage.s3;
    const causes = [
      [
        task,
        { ...env, AWS_SECRET_ACCESS_KEY: 'wrong' },
        /^the object store refused the account: correct the access key/,
      ],
      [{ ...task, storage: { s3: { ...storage.s3, bucket: 'absent' } } }, env, /^the bucket does not exist: create it/],
      [{ ...task, storage: { s3: unknown } }, env, /^the authority of the object store's certificate is unknown/],
    ] as const;
    for (const [each, account, expected] of causes) assert.match(await tool.failure(each, account), expected);
  });
});
