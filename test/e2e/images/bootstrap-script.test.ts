// The scripts that make the first data of a PostgreSQLCluster, with the programs of PostgreSQL 15, without a node.

import assert from 'node:assert/strict';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { after, before, beforeEach, describe, it } from 'node:test';
import { PostgreSQLCluster } from '../../../apps/postgresql-cluster/api.ts';
import { bootstrapFiles } from '../../../apps/postgresql-cluster/bootstrap.ts';
import { configurationDirectory, dataDirectory, volumeDirectory } from '../../../apps/postgresql-cluster/directory.ts';
import { postBootstrap } from '../../../apps/postgresql-cluster/patroni.ts';
import { repositoryFiles } from '../../../apps/postgresql-cluster/repository.ts';
import { upgradeFiles } from '../../../apps/postgresql-cluster/upgrade-script.ts';
import { ImageRoot } from './image-root.ts';
import { unreachable } from './unreachable-repository.ts';
import { workloads } from './workload.ts';
import { workloadImage } from './workload-image.ts';

const script = (name: string) => `${configurationDirectory}/${name}`;
const env = { APP_PASSWORD: 'b5f1', REPLICATION_PASSWORD: 'c6e2' };
const pgctl = (action: string) =>
  `pg_ctl --pgdata=${dataDirectory} --wait --log=/tmp/log --options='-k /tmp -c listen_addresses=' ${action} > /tmp/action`;

/** An archive without backups of the new cluster, whose restore is killed with the script after a part of the files. */
const killedRestore = `#!/bin/sh
case "$*" in
*restore) mkdir -m 700 ${dataDirectory}; echo 15 > ${dataDirectory}/PG_VERSION; kill -9 $PPID ;;
*) echo '[{"status":{"code":1,"message":"missing stanza path"}}]' ;;
esac
`;

describe('the scripts of a bootstrap', () => {
  let root: ImageRoot;

  before(async () => {
    root = await ImageRoot.unpack(await workloadImage('postgresqlCluster'), workloads.postgresqlCluster.account.user);
    await mkdir(root.path(configurationDirectory), { recursive: true });
    await root.run(`mkdir -p ${volumeDirectory} /tmp/bin`);
    const spec = PostgreSQLCluster.spec({ version: '15.20', backup: unreachable.backup });
    const restored = { bootstrap: { recovery: { cluster: 'shop' } } };
    const files = {
      ...bootstrapFiles(spec),
      ...bootstrapFiles({ ...spec, ...restored }),
      ...repositoryFiles(spec),
      ...upgradeFiles(spec, undefined),
      'post-bootstrap': postBootstrap,
    };
    for (const [name, text] of Object.entries(files)) await write(script(name), text);
    await write('/tmp/bin/pgbackrest', killedRestore);
  });

  after(async () => await root?.[Symbol.asyncDispose]());

  beforeEach(async () => {
    await root.run(`rm -rf ${volumeDirectory}/*`);
  });

  const write = async (path: string, text: string) => {
    await writeFile(root.path(path), text);
    await chmod(root.path(path), 0o755);
  };
  const found = async () => (await root.run(`ls ${volumeDirectory}`)).trim().split('\n');

  it('a server removes data whose roles a killed bootstrap has not created', async () => {
    await root.run(`${script('create')} > /tmp/output`);
    assert.deepEqual(await found(), ['pgdata', 'pgdata.unfinished']);
    await root.run(`cp -r ${dataDirectory} ${dataDirectory}.failed; ${script('prepare')}`);
    assert.deepEqual(await found(), ['']);
    await root.run(`${script('create')} > /tmp/output`);
  });

  it('a server removes the files of a recovery that was killed on its way', async () => {
    await assert.rejects(root.run(`PATH=/tmp/bin:$PATH; ${script('recover')}`));
    assert.deepEqual(await found(), ['pgdata', 'pgdata.unfinished']);
    await root.run(script('prepare'));
    assert.deepEqual(await found(), ['']);
  });

  it('a recovery begins only when pgBackRest reaches the repository', async () => {
    await assert.rejects(
      root.run(script('recover'), unreachable.env),
      /does not reach the repository: .*HostConnectError/s,
    );
    assert.deepEqual(await found(), ['']);
  });

  it('a server keeps data whose bootstrap has ended, which have the roles of applications and replicas', async () => {
    const end = `${script('post-bootstrap')} 'host=/tmp user=postgres dbname=postgres'`;
    await root.run(`${script('create')} > /tmp/output; ${pgctl('start')}; ${end}; ${end}; ${pgctl('stop')}`, env);
    await root.run(script('prepare'));
    assert.deepEqual(await found(), ['pgdata']);
    const roles = "SELECT rolname, rolreplication FROM pg_roles WHERE rolname !~ '^(pg_|postgres)' ORDER BY 1";
    const output = await root.run(`${pgctl('start')}; psql --host=/tmp -Atc "${roles}" app`);
    assert.equal(output, 'app|f\nstandby|t\n');
  });
});
