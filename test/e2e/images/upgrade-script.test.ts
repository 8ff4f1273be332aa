// The scripts of upgrades with the programs of PostgreSQL 15 and 17, without a node.

import assert from 'node:assert/strict';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { after, before, beforeEach, describe, it } from 'node:test';
import { PostgreSQLCluster } from '../../../apps/postgresql-cluster/api.ts';
import { configurationDirectory, dataDirectory, volumeDirectory } from '../../../apps/postgresql-cluster/directory.ts';
import { repositoryFiles } from '../../../apps/postgresql-cluster/repository.ts';
import type { DataRecord } from '../../../apps/postgresql-cluster/upgrade.ts';
import { upgradeFiles } from '../../../apps/postgresql-cluster/upgrade-script.ts';
import { ImageRoot } from './image-root.ts';
import { unreachable } from './unreachable-repository.ts';
import { workloads } from './workload.ts';
import { workloadImage } from './workload-image.ts';

const former = '/usr/lib/postgresql/15/bin';
const report = '/tmp/report';
const env = { FROM: '15', TO: '17', IMAGE: 'a:17.12' };

/** Creates data of PostgreSQL 15 with a row, as a server leaves them that was killed. */
const createData = `
rm -rf ${volumeDirectory}/* ${report}
${former}/initdb --pgdata=${dataDirectory} --encoding=UTF8 --locale=C.UTF-8 --data-checksums > /tmp/initdb
${former}/pg_ctl --pgdata=${dataDirectory} --wait --log=/tmp/log --options='-k /tmp -c listen_addresses=' start > /tmp/start
psql --host=/tmp --quiet --command='CREATE TABLE a AS SELECT 42 AS b' postgres
kill -9 $(head -n 1 ${dataDirectory}/postmaster.pid)
rm -f /tmp/.s.PGSQL*`;

describe('the scripts of an upgrade', () => {
  let root: ImageRoot;

  before(async () => {
    const { account } = workloads.newerPostgresqlCluster;
    root = await ImageRoot.unpack(await workloadImage('newerPostgresqlCluster'), account.user);
    await mkdir(root.path(configurationDirectory), { recursive: true });
    await root.run(`mkdir -p ${volumeDirectory}`);
  });

  after(async () => await root?.[Symbol.asyncDispose]());

  beforeEach(async () => {
    await root.run(createData);
  });

  /** Writes the scripts with the record of the data, and the configuration of pgBackRest. */
  const install = async (data?: DataRecord, backup = {}) => {
    const spec = PostgreSQLCluster.spec({ version: '17.12', backup });
    const files = { ...upgradeFiles(spec, data), ...repositoryFiles(spec) };
    for (const [file, text] of Object.entries(files)) {
      const path = root.path(`${configurationDirectory}/${file}`);
      // Only the kubelet provides the file of the message.
      await writeFile(path, text.replaceAll('/dev/termination-log', report));
      await chmod(path, 0o755);
    }
  };
  /** Runs a script with the record of the data. */
  const run = async (name: 'prepare' | 'upgrade', data?: DataRecord) => {
    await install(data);
    return await root.run(`${configurationDirectory}/${name}`, env);
  };
  const directories = async () => (await root.run(`ls ${volumeDirectory}`)).trim().split('\n');
  const identifier = async () =>
    (await root.run(`pg_controldata ${dataDirectory} | sed -n 's/^Database system identifier: *//p'`)).trim();

  it('the scripts of an upgrade give a server new data, and remove the old ones once all have run', async () => {
    await run('upgrade');
    const upgraded = (await root.run(`cat ${report}`)).trim();
    const data = { version: '17.12', identifier: upgraded, former: [await identifier()] };
    const attempt = { to: '17.12', step: 'upgraded' } as const;
    await run('prepare', { ...data, attempt });
    assert.deepEqual([await directories(), await identifier()], [['pgdata', 'pgdata.old'], upgraded]);
    await run('prepare', { ...data, attempt });
    assert.deepEqual(await directories(), ['pgdata', 'pgdata.old']);
    await run('prepare', data);
    assert.deepEqual(await directories(), ['pgdata']);
    const start = `pg_ctl --pgdata=${dataDirectory} --wait --log=/tmp/log --options='-k /tmp -c listen_addresses=' start > /tmp/start`;
    assert.equal(await root.run(`${start}; psql --host=/tmp -Atc 'SELECT b FROM a' postgres`), '42\n');
  });

  it('a killed script of an upgrade leaves the old data valid, and begins again', async () => {
    const script = `${configurationDirectory}/upgrade`;
    await run('upgrade');
    for (const seconds of [1, 3, 5]) {
      await root.run(`timeout --signal=KILL ${seconds} ${script} > /tmp/output 2>&1 || true`, env);
    }
    await root.run(`rm -f ${report}; ${script} > /tmp/output`, env);
    assert.match(await root.run(`cat ${report}`), /^\d+$/);
    const start = `${former}/pg_ctl --pgdata=${dataDirectory} --wait --log=/tmp/log --options='-k /tmp -c listen_addresses=' start > /tmp/start`;
    assert.equal(await root.run(`${start}; psql --host=/tmp -Atc 'SELECT b FROM a' postgres`), '42\n');
  });

  it('the scripts of an upgrade remove the data of a replica only if the operator names their identifier', async () => {
    const refusal = /has data of PostgreSQL 15, and this image has PostgreSQL 17/;
    await assert.rejects(run('prepare'), refusal);
    await assert.rejects(run('prepare', { version: '17.12', former: ['1'] }), refusal);
    const known = { version: '17.12', former: ['1', await identifier()] };
    await root.run(`mv ${dataDirectory}/global/pg_control /tmp/pg_control`);
    await assert.rejects(run('prepare'), refusal);
    assert.deepEqual(await directories(), ['pgdata']);
    await root.run(`mv /tmp/pg_control ${dataDirectory}/global/pg_control`);
    await run('prepare', known);
    assert.deepEqual(await root.run(`ls ${volumeDirectory}`), '');
  });

  it('the script before a server removes a copy of data that was killed on its way, and no other data', async () => {
    const primary = '/tmp/primary';
    await root.run(`
rm -rf ${primary}; mv ${dataDirectory} ${primary}
${former}/pg_ctl --pgdata=${primary} --wait --log=/tmp/log --options='-k /tmp -c listen_addresses=' start > /tmp/start
${former}/pg_basebackup --host=/tmp --pgdata=${dataDirectory} --checkpoint=fast --max-rate=32k > /tmp/copy 2>&1 & copy=$!
while kill -0 $copy && [ ! -f ${dataDirectory}/PG_VERSION ]; do :; done
kill -9 $copy
${former}/pg_ctl --pgdata=${primary} --mode=immediate --wait stop > /tmp/stop
[ ! -e ${dataDirectory}/global/pg_control ]`);
    await run('prepare');
    assert.deepEqual(await root.run(`ls ${volumeDirectory}`), '');
    // Data without their most important file may still be the only ones.
    await root.run(`mv ${primary} ${dataDirectory}; rm ${dataDirectory}/global/pg_control`);
    await assert.rejects(run('prepare'), /has data of PostgreSQL 15/);
    assert.deepEqual(await directories(), ['pgdata']);
  });

  it('the script of an upgrade waits for that of an earlier pod, whose Job was deleted', async () => {
    await run('upgrade');
    const later = `
import fcntl, os, subprocess
fcntl.flock(os.open("${volumeDirectory}", os.O_RDONLY), fcntl.LOCK_EX)
later = subprocess.Popen(["${configurationDirectory}/upgrade"], stdout=subprocess.DEVNULL)
while later.poll() is None and not any(" -> " in line for line in open("/proc/locks")): pass
print("waits" if later.poll() is None else "has ended")
later.kill()`;
    assert.equal(await root.run(`python3 -c '${later}'`, env), 'waits\n');
  });

  it('the script of an upgrade changes nothing while pgBackRest does not reach the repository', async () => {
    await install(undefined, unreachable.backup);
    await root.run(`${configurationDirectory}/upgrade`, { ...env, ...unreachable.env });
    assert.match(await root.run(`cat ${report}`), /^pgBackRest does not reach the repository: .*HostConnectError/s);
    assert.deepEqual(await directories(), ['pgdata']);
  });

  it('the scripts of an upgrade refuse data of another major version, and an image without both programs', async () => {
    const refused = async (majors: Readonly<Record<string, string>>) => {
      await root.run(`${configurationDirectory}/upgrade`, { ...env, ...majors });
      return await root.run(`cat ${report}`);
    };
    await run('upgrade');
    assert.match(await refused({ FROM: '17', TO: '17' }), /has data of PostgreSQL 15, not 17/);
    assert.match(await refused({ FROM: '14', TO: '17' }), /^the image a:17\.12 has no \/usr\/lib\/postgresql\/14\/bin/);
  });
});
