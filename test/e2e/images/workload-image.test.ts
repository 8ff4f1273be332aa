import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { ImageRoot } from './image-root.ts';
import { type WorkloadName, workloads } from './workload.ts';
import { workloadImage } from './workload-image.ts';

async function rootOf(name: WorkloadName): Promise<ImageRoot> {
  return await ImageRoot.unpack(await workloadImage(name), workloads[name].account.user);
}

/** Returns a shell command that waits until `command` succeeds, or the background process ends. */
function until(command: string): string {
  return `until ${command}; do kill -0 $!; sleep 0.1; done`;
}

const password = '/tmp/password';
const secret = `it's a "secret" \\ `;
const writePassword = `cat > ${password} <<'END'\n${secret}\nEND`;

describe('an image of Debian packages', () => {
  it('a workload image is built once, and found afterwards', async () => {
    const path = await workloadImage('memcached');
    const { ino, birthtimeMs } = await stat(path);
    assert.equal(await workloadImage('memcached'), path);
    const found = await stat(path);
    assert.deepEqual([found.ino, found.birthtimeMs], [ino, birthtimeMs]);
    assert.notEqual(await workloadImage('memcached', 'localhost/memcached:1'), path);
  });

  it('the image of memcached runs memcached as a user of its own', async () => {
    await using root = await rootOf('memcached');
    assert.match(await root.run('memcached --version; id -u'), /^memcached 1\.\d+\.\d+\n11211\n$/);
  });

  it('the image of PostgreSQL initializes its data once, and requires the password of the file', async () => {
    await using root = await rootOf('postgresql');
    const env = { PGDATA: '/var/lib/postgresql/volume/data', POSTGRES_PASSWORD_FILE: password, PGHOST: '127.0.0.1' };
    const start = `entrypoint --data_directory=$PGDATA --port=5432 >/dev/null 2>&1 & ${until('pg_isready -q --username=postgres')}`;
    const psql = (words: string) => `PGPASSWORD=$(cat ${password}) psql -U postgres -Atc '${words}'`;
    const stop = 'kill -INT $!; wait';

    await root.run(
      `${writePassword}\n umask 077; mkdir -p $PGDATA; ${start}; ${psql('create table a as select 42 as b')}; ${stop}`,
      env,
    );
    assert.equal(await root.run(`${start}; ${psql('select b from a')}; ${stop}`, env), '42\n');
    const refused = await root.run(
      `${start}; PGPASSWORD=wrong psql -U postgres -c 'select 1' || echo refused; ${stop}`,
      env,
    );
    assert.equal(refused, 'refused\n');
  });

  it('the image of PostgreSQLClusters has PostgreSQL, Patroni and pgBackRest', async () => {
    await using root = await rootOf('postgresqlCluster');
    const versions = await root.run('id -u; postgres --version; patroni --version; pgbackrest version');
    assert.match(versions, /^999\npostgres \(PostgreSQL\) 15\..*\npatroni 4\.\d+\.\d+\npgBackRest 2\.\d+\n$/);
  });

  it('the image of MariaDB initializes its data once, and requires the password of the file', async () => {
    await using root = await rootOf('mysql');
    const env = { MYSQL_ROOT_PASSWORD_FILE: password };
    const data = '/var/lib/mysql/volume/data';
    const start = `entrypoint --datadir=${data} --port=3306 >/dev/null 2>&1 & ${until('mysqladmin ping --host=127.0.0.1 >/dev/null 2>&1')}`;
    const mysql = (words: string) => `MYSQL_PWD=$(cat ${password}) mysql -h 127.0.0.1 -u root -BNe '${words}'`;
    const stop = 'kill $!; wait';

    const created = 'create database a; create table a.a as select 42 as b';
    await root.run(`${writePassword}\n umask 077; mkdir -p ${data}; ${start}; ${mysql(created)}; ${stop}`, env);
    assert.equal(await root.run(`${start}; ${mysql('select b from a.a')}; ${stop}`, env), '42\n');
    const refused = await root.run(
      `${start}; MYSQL_PWD=wrong mysql -h 127.0.0.1 -u root -e 'select 1' || echo refused; ${stop}`,
      env,
    );
    assert.equal(refused, 'refused\n');
  });

  it('the image for MongoDB has a server of its protocol, which restarts on its data', async () => {
    await using root = await rootOf('mongodb');
    const env = { MONGO_INITDB_ROOT_USERNAME: 'admin', MONGO_INITDB_ROOT_PASSWORD_FILE: password };
    const listens = until('grep -q "Listening on TCP" /tmp/log');
    const start = `entrypoint --dbpath=/data/db/data --port=27017 >/tmp/log 2>&1 & ${listens}; kill $!; wait; rm /tmp/log`;
    await root.run(`${writePassword}\n mkdir /data/db/data; ${start}`, env);
    await root.run(start, env);
    assert.equal(await root.run('ls /data/db/data | grep -c sqlite', env), '1\n');
  });

  it('the image of Prometheus has a configuration that Prometheus accepts, and starts', async () => {
    await using root = await rootOf('prometheus');
    const start =
      'prometheus --config.file=/etc/prometheus/prometheus.yml --storage.tsdb.path=/prometheus 2>/tmp/log &';
    await root.run(
      `promtool check config /etc/prometheus/prometheus.yml; ${start} ${until('grep -q "is ready to receive" /tmp/log')}`,
    );
  });

  it('the image of clients has the clients of the other images', async () => {
    await using root = await rootOf('client');
    const versions = await root.run(
      'curl --version; psql --version; mariadb --version; nc -h 2>&1; id -u; python3 -c "import pymongo; print(pymongo)"',
    );
    for (const program of [/^curl 7/m, /^psql /m, /^mariadb /m, /^<module 'pymongo'/m, /^OpenBSD netcat/m, /^65532$/m])
      assert.match(versions, program);
  });
});
