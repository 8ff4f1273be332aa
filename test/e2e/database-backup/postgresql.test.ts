import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import type { BackupTask, RestoreTask } from '../../../apps/database-backup/task.ts';
import { until } from '../../until.ts';
import { BackupTool } from './backup-tool.ts';
import { LocalServer } from './local-server.ts';

/** A database with what dumps may lose: sequences, odd names, large values, foreign keys, roles and rights. */
const shop = `
  CREATE ROLE keeper LOGIN PASSWORD 'k';
  CREATE DATABASE shop OWNER keeper;
  \\connect shop
  SET ROLE keeper;
  CREATE SCHEMA "Odd | name";
  CREATE TABLE customers (id serial PRIMARY KEY, name text NOT NULL, photo bytea);
  CREATE TABLE orders (id bigserial PRIMARY KEY, customer int REFERENCES customers, at timestamptz DEFAULT now());
  CREATE TABLE "Odd | name"."it's" ("a b" jsonb);
  CREATE TABLE parted (id int) PARTITION BY RANGE (id);
  CREATE SCHEMA low;
  CREATE SCHEMA middle;
  CREATE TABLE middle.parted PARTITION OF parted FOR VALUES FROM (0) TO (200) PARTITION BY RANGE (id);
  CREATE TABLE low.parted_low PARTITION OF middle.parted FOR VALUES FROM (0) TO (100);
  CREATE VIEW recent AS SELECT * FROM orders;
  RESET ROLE;
  INSERT INTO customers (name, photo) SELECT 'Zoë ' || i, sha256(i::text::bytea) FROM generate_series(1, 1000) i;
  INSERT INTO orders (customer) SELECT 1 + i % 1000 FROM generate_series(1, 5000) i;
  INSERT INTO "Odd | name"."it's" VALUES ('{"a": "line\\\\nend"}');
  INSERT INTO parted SELECT generate_series(0, 99);
`;

describe('the backup program with PostgreSQL', () => {
  let server: LocalServer;
  let tool: BackupTool;
  const storage = { directory: '/backups/shop' };
  const subject = () => ({ engine: 'postgresql' as const, server: { host: '127.0.0.1', port: server.port }, storage });
  const backup = (run: string, more: Partial<BackupTask> = {}): BackupTask => ({
    ...subject(),
    do: 'backup',
    owner: 'production/shop',
    databases: ['shop'],
    retention: {},
    run,
    ...more,
  });
  const restore = (more: Partial<RestoreTask> = {}): RestoreTask => ({
    ...subject(),
    do: 'restore',
    overwrite: false,
    ...more,
  });

  before(async () => {
    [server, tool] = await Promise.all([LocalServer.start('postgresql'), BackupTool.unpack()]);
    await server.query(shop);
  });

  after(async () => {
    await server[Symbol.asyncDispose]();
    await tool[Symbol.asyncDispose]();
  });

  it('a PostgreSQL archive restores rows, sequences and owners into an empty server', async () => {
    const result = await tool.run(backup('2026-11-28T07:00:00Z'), server.account);
    assert.deepEqual([result.archive, result.tables, result.rows], ['20261128T070000Z', 4, 6101]);

    await using empty = await LocalServer.start('postgresql');
    await tool.run(restore({ server: { host: '127.0.0.1', port: empty.port } }), empty.account);
    const questions = `
      SELECT md5(string_agg(c::text, ',' ORDER BY id)) FROM customers c;
      SELECT md5(string_agg(o::text, ',' ORDER BY id)) FROM orders o;
      SELECT * FROM "Odd | name"."it's";
      SELECT sum(id) FROM parted;
      SELECT count(*) FROM recent;
      SELECT nextval('customers_id_seq'), nextval('orders_id_seq');
      SELECT tablename, tableowner FROM pg_tables WHERE schemaname = 'public' ORDER BY 1;
      SELECT pg_get_userbyid(datdba), encoding, datcollate FROM pg_database WHERE datname = 'shop';
    `;
    assert.deepEqual(await empty.query(questions, 'shop'), await server.query(questions, 'shop'));
  });

  it('a PostgreSQL backup dumps nothing again for a run whose archive is complete', async () => {
    const first = await tool.run(backup('2026-11-28T07:01:00Z'), server.account);
    await server.query('CREATE TABLE late ()', 'shop');
    const second = await tool.run(backup('2026-11-28T07:01:00Z'), server.account);
    await server.query('DROP TABLE late', 'shop');
    assert.equal(second.checksum, first.checksum);
  });

  it('a PostgreSQL backup counts the rows of the dump, not rows that clients add meanwhile', async () => {
    const [archive, lock] = ['20261128T070200Z', await lockOrders()];
    const run = tool.start(backup('2026-11-28T07:02:00Z'), server.account);
    await partialArchive(archive);
    await server.query("INSERT INTO customers (name) VALUES ('late')", 'shop');
    await lock.release();
    const outcome = await run.outcome();
    await server.query("DELETE FROM customers WHERE name = 'late'", 'shop');
    assert.ok('rows' in outcome && outcome.rows === 6101, JSON.stringify(outcome));
  });

  it('a PostgreSQL backup counts the rows of the dump, also if a client waits to truncate a table', async () => {
    const own = { storage: { directory: '/backups/truncated' } };
    const lock = await lockOrders();
    const run = tool.start(backup('2026-11-28T07:00:00Z', own), server.account);
    await partialArchive('20261128T070000Z', 'truncated');
    const truncation = server.query(`TRUNCATE "Odd | name"."it's"`, 'shop');
    await until('the client waits', async () => {
      const [waiting] = await server.query("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'");
      return waiting === '2';
    });
    await lock.release();
    const outcome = await run.outcome();
    await truncation;
    await server.query(`INSERT INTO "Odd | name"."it's" VALUES ('{"a": "line\\\\nend"}')`, 'shop');
    assert.ok('rows' in outcome && outcome.rows === 6101, JSON.stringify(outcome));
  });

  it('a PostgreSQL backup succeeds beside limits of the server that are shorter than the dump', async () => {
    await server.query("ALTER DATABASE shop SET idle_in_transaction_session_timeout = '1ms'");
    const own = { storage: { directory: '/backups/limited' } };
    const result = await tool.run(backup('2026-11-28T07:00:00Z', own), server.account);
    await server.query('ALTER DATABASE shop RESET idle_in_transaction_session_timeout');
    assert.equal(result.rows, 6101);
  });

  it('a verification restores the newest archive into an empty PostgreSQL that starts later', async () => {
    await using empty = await LocalServer.start('postgresql');
    await empty.kill();
    const address = { host: '127.0.0.1', port: empty.port };
    const run = tool.start({ ...subject(), do: 'verify', server: address }, empty.account);
    await empty.restart();
    const outcome = await run.outcome();
    assert.ok('rows' in outcome && outcome.rows === 6101, JSON.stringify(outcome));
  });

  it('a restore replaces a PostgreSQL database with tables only if the task says so, even under clients', async () => {
    await server.query('CREATE DATABASE copy');
    await tool.run(restore({ database: 'copy' }), server.account);
    await server.query('DROP TABLE orders CASCADE; CREATE TABLE newer ()', 'copy');

    const refused = await tool.failure(restore({ database: 'copy' }), server.account);
    assert.equal(refused, 'database copy has 4 tables: set overwrite to replace it, or restore into another database');
    const client = server.query('SELECT pg_sleep(1000)', 'copy');
    await Promise.all([
      assert.rejects(client, /terminating connection/),
      tool.run(restore({ database: 'copy', overwrite: true }), server.account),
    ]);
    assert.deepEqual(await server.query('SELECT count(*) FROM orders; SELECT to_regclass($$newer$$)', 'copy'), [
      '5000',
      '',
    ]);
    assert.deepEqual(await server.query("SELECT datname FROM pg_database WHERE datname ~ ':'"), []);
  });

  it('a restore keeps the rights, the settings and the locale of a PostgreSQL database', async () => {
    const own = { storage: { directory: '/backups/closed' } };
    await server.query(`
      CREATE DATABASE closed OWNER keeper TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'de-DE' CONNECTION LIMIT 7;
      REVOKE ALL ON DATABASE closed FROM PUBLIC;
      CREATE ROLE "a %I reader";
      GRANT CONNECT ON DATABASE closed TO "a %I reader" WITH GRANT OPTION;
      ALTER DATABASE closed SET search_path = '', "$user", public;
      ALTER DATABASE closed SET temp_tablespaces = '';
      ALTER DATABASE closed SET app.motto = 'it''s \\';
      ALTER ROLE keeper IN DATABASE closed SET default_transaction_read_only = on;
    `);
    const facts = async () =>
      await server.query(`
        SELECT to_jsonb(d) - ARRAY['oid', 'datacl', 'datfrozenxid', 'datminmxid'] FROM pg_database d WHERE datname = 'closed';
        SELECT a FROM pg_database, aclexplode(datacl) a WHERE datname = 'closed' ORDER BY a::text;
        SELECT s.setrole::regrole, s.setconfig FROM pg_db_role_setting s JOIN pg_database d ON d.oid = s.setdatabase
        WHERE datname = 'closed' ORDER BY setrole;
      `);
    const before = await facts();
    await tool.run(backup('2026-11-28T07:00:00Z', { ...own, databases: ['closed'] }), server.account);
    await tool.run(restore({ ...own, overwrite: true }), server.account);
    assert.deepEqual(await facts(), before);
  });

  it('a restore takes nothing from a damaged PostgreSQL archive', async () => {
    const { archive } = await tool.run(backup('2026-11-28T07:03:00Z'), server.account);
    const path = tool.root.path(`/backups/shop/${archive}/shop.dump`);
    const bytes = await readFile(path);
    bytes.fill(0, bytes.length - 100);
    await writeFile(path, bytes);
    const error = await tool.failure(restore({ database: 'damaged' }), server.account);
    assert.match(
      error,
      /^shop\.dump of archive 20261128T070300Z is damaged: its checksum is sha256:\w{64}; restore another archive$/,
    );
    assert.deepEqual(await server.query("SELECT datname FROM pg_database WHERE datname ~ 'damaged'"), []);
  });

  it('an archive of selected PostgreSQL tables never replaces a database with other tables', async () => {
    const own = { storage: { directory: '/backups/selected' } };
    const tables = ['public.customers', "Odd | name.it's", 'parted'];
    const result = await tool.run(backup('2026-11-28T07:00:00Z', { ...own, tables }), server.account);
    assert.deepEqual([result.tables, result.rows], [3, 1101]);
    const error = await tool.failure(restore({ ...own, overwrite: true }), server.account);
    assert.match(error, /^database shop has 4 tables, which a restore of the selected tables .* would remove/);
    await tool.run(restore({ ...own, database: 'selected' }), server.account);
    const counts = 'SELECT count(*) FROM customers; SELECT count(*) FROM parted;';
    assert.deepEqual(await server.query(counts, 'selected'), ['1000', '100']);
  });

  it('a PostgreSQL backup keeps the newest archives, and removes the files that killed runs left', async () => {
    const own = { storage: { directory: '/backups/kept' }, retention: { keep: 2 } };
    const lock = await lockOrders();
    const killed = tool.start(backup('2026-11-28T07:00:00Z', own), server.account);
    await partialArchive('20261128T070000Z', 'kept');
    process.kill(await tool.root.processId(killed.process), 'SIGKILL');
    await assert.rejects(killed.outcome(), /reported nothing/);
    await lock.release();

    const pruned: number[] = [];
    for (const minute of [1, 2, 3]) {
      pruned.push((await tool.run(backup(`2026-11-28T07:0${minute}:00Z`, own), server.account)).pruned);
    }
    assert.deepEqual(pruned, [0, 0, 1]);
    assert.deepEqual(await archives('kept'), ['20261128T070200Z', '20261128T070300Z']);
  });

  it('neither a PostgreSQL backup nor a restore calls functions that the owner of a database named like built-in ones', async () => {
    const own = { storage: { directory: '/backups/tenant' }, databases: ['tenant'] };
    await server.query(`
      CREATE DATABASE tenant OWNER keeper;
      \\connect tenant
      ALTER SCHEMA public OWNER TO keeper;
      SET ROLE keeper;
      CREATE TABLE notes AS SELECT 1;
      CREATE FUNCTION evil(name, name) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN RAISE 'evil runs as %', user; END $$;
      CREATE OPERATOR public.!~ (LEFTARG = name, RIGHTARG = name, FUNCTION = evil);
      CREATE FUNCTION public.set_config(name, text, boolean) RETURNS text LANGUAGE plpgsql AS $$ BEGIN RAISE 'evil'; END $$;
      ALTER DATABASE tenant SET search_path = public, pg_catalog;
    `);
    const selected = await tool.run(backup('2026-11-28T07:00:00Z', { ...own, tables: ['notes'] }), server.account);
    const all = await tool.run(backup('2026-11-28T07:01:00Z', own), server.account);
    assert.deepEqual([selected.rows, all.rows], [1, 1]);
    await tool.run(restore({ ...own, overwrite: true }), server.account);
  });

  it('a restore runs no statement that the owner of a PostgreSQL database hides in a setting of it', async () => {
    const own = { storage: { directory: '/backups/hidden' }, databases: ['hidden'] };
    await server.query(`
      CREATE DATABASE hidden OWNER keeper;
      \\connect hidden
      SET ROLE keeper;
      SELECT set_config('search_path', '"a ""b", c;ALTER/**/ROLE/**/keeper/**/SUPERUSER', false);
      ALTER DATABASE hidden SET search_path FROM CURRENT;
    `);
    await tool.run(backup('2026-11-28T07:00:00Z', own), server.account);
    await tool.run(restore({ ...own, overwrite: true }), server.account);
    const questions = "SELECT rolsuper FROM pg_roles WHERE rolname = 'keeper'; SHOW search_path";
    const path = '"a ""b", "c;ALTER/**/ROLE/**/keeper/**/SUPERUSER"';
    assert.deepEqual(await server.query(questions, 'hidden'), ['f', path]);
  });

  it('a PostgreSQL backup refuses the path of another DatabaseBackup, whose archives it leaves alone', async () => {
    const own = { storage: { directory: '/backups/owned' }, retention: { keep: 1 } };
    await tool.run(backup('2026-11-28T07:00:00Z', own), server.account);
    const second = backup('2026-11-28T07:01:00Z', { ...own, owner: 'production/copy' });
    assert.equal(
      await tool.failure(second, server.account),
      'the backupPath of DatabaseBackup production/copy has the archives of DatabaseBackup production/shop: ' +
        'choose another path, or remove owner/name in it to take them over',
    );
    assert.deepEqual(await archives('owned'), ['20261128T070000Z']);
  });

  it('a PostgreSQL backup leaves no archive if it is stopped, or if the server ends in the middle', async () => {
    const own = { storage: { directory: '/backups/ended' } };
    const lock = await lockOrders();
    const stopped = tool.start(backup('2026-11-28T07:00:00Z', own), server.account);
    await partialArchive('20261128T070000Z', 'ended');
    process.kill(await tool.root.processId(stopped.process), 'SIGTERM');
    assert.deepEqual(await stopped.outcome(), {
      error: 'the run was stopped by its timeout or its deletion: allow more time, or wait for the next run',
    });

    const cut = tool.start(backup('2026-11-28T07:01:00Z', own), server.account);
    await partialArchive('20261128T070100Z', 'ended');
    await Promise.all([assert.rejects(lock.session), server.kill()]);
    const outcome = await cut.outcome();
    assert.match(
      'error' in outcome ? outcome.error : '',
      /^the server ended the connection in the middle: the next run starts over/,
    );
    assert.deepEqual(await archives('ended'), []);

    const unanswered = await tool.failure(backup('2026-11-28T07:02:00Z', own), server.account);
    assert.match(unanswered, /^the server does not answer: start it, or correct host and port/);
    await server.restart();
    await tool.run(backup('2026-11-28T07:03:00Z', own), server.account);
  });

  it('a PostgreSQL backup reports a wrong password, a missing table and a full volume in a sentence each', async () => {
    const wrong = await tool.failure(backup('2026-11-28T07:10:00Z'), { ...server.account, PASSWORD: 'wrong' });
    assert.match(
      wrong,
      /^the server refused the account: correct the username and the password in the credentials Secret/,
    );
    const missing = await tool.failure(backup('2026-11-28T07:11:00Z', { tables: ['absent'] }), server.account);
    assert.match(missing, /^a selected table does not exist: correct its name/);

    const small = tool.root.path('/backups/small');
    await mkdir(small);
    await promisify(execFile)('mount', ['-t', 'tmpfs', '-o', 'size=64k,mode=777', 'tmpfs', small]);
    try {
      const own = { storage: { directory: '/backups/small' } };
      const full = await tool.failure(backup('2026-11-28T07:00:00Z', own), server.account);
      assert.match(full, /^the volume of the archives is full: enlarge its claim, or keep fewer archives/);
      assert.deepEqual(await archives('small'), []);
    } finally {
      await promisify(execFile)('umount', [small]);
    }
  });

  /** Makes dumps of `shop` wait in the middle, when they have locked the tables. */
  async function lockOrders(): Promise<{ readonly session: Promise<unknown>; readonly release: () => Promise<void> }> {
    const name = `lock ${Math.random()}`;
    const session = server.query(
      `SET application_name = '${name}'; BEGIN; ALTER SEQUENCE orders_id_seq RENAME TO locked; SELECT pg_sleep(1000)`,
      'shop',
    );
    const mine = `application_name = '${name}'`;
    await until('the lock is held', async () => {
      const [held] = await server.query(
        `SELECT count(*) FROM pg_stat_activity WHERE ${mine} AND wait_event = 'PgSleep'`,
      );
      return held === '1';
    });
    const release = async () => {
      const ended = assert.rejects(session);
      await server.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${mine}`);
      await ended;
    };
    return { session, release };
  }

  /** Waits until a dump is in the middle. */
  async function partialArchive(archive: string, directory = 'shop'): Promise<void> {
    await until('the dump waits for the lock', async () => {
      const [waiting] = await server.query("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'");
      return waiting === '1';
    });
    assert.ok(existsSync(tool.root.path(`/backups/${directory}/.partial-${archive}`)));
  }

  /** Returns the archives in a directory, also unfinished ones. */
  async function archives(directory: string): Promise<readonly string[]> {
    const names = await readdir(tool.root.path(`/backups/${directory}`));
    return names.filter((name) => name !== 'owner').toSorted();
  }
});
