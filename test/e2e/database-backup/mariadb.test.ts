import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { BackupTask, RestoreTask } from '../../../apps/database-backup/task.ts';
import { type Manifest, manifestFile, manifestText } from '../../../apps/database-backup/tools/manifest.ts';
import { until } from '../../until.ts';
import { BackupTool } from './backup-tool.ts';
import { LocalServer } from './local-server.ts';

/** A database with what dumps may lose: counters, odd names, bytes, triggers, routines, events, line ends in values, versioned tables, invisible columns. */
const shop = `
  CREATE DATABASE shop CHARACTER SET latin1;
  USE shop;
  CREATE TABLE customers (id int AUTO_INCREMENT PRIMARY KEY, name varchar(99) CHARACTER SET utf8mb4, photo blob) ENGINE=InnoDB;
  CREATE TABLE orders (id bigint AUTO_INCREMENT PRIMARY KEY, customer int, FOREIGN KEY (customer) REFERENCES customers (id));
  CREATE TABLE \`o\`\`dd ü\` (text text);
  CREATE TABLE empty (id int);
  CREATE TABLE prices (price int) WITH SYSTEM VERSIONING;
  CREATE TABLE hidden (a int, b int INVISIBLE);
  CREATE SEQUENCE numbers START WITH 7;
  CREATE VIEW recent AS SELECT * FROM orders;
  CREATE TRIGGER counted BEFORE INSERT ON orders FOR EACH ROW SET NEW.customer = NEW.customer;
  CREATE FUNCTION twice (n int) RETURNS int DETERMINISTIC RETURN n * 2;
  CREATE EVENT nightly ON SCHEDULE EVERY 1 DAY DO DELETE FROM empty;
  INSERT INTO customers (name, photo) SELECT CONCAT('Zoë ', seq), UNHEX(SHA2(seq, 256)) FROM seq_1_to_1000;
  INSERT INTO orders (customer) SELECT 1 + seq % 1000 FROM seq_1_to_5000;
  INSERT INTO \`o\`\`dd ü\` VALUES ('a\\n(1),\\n(2);'), ('INSERT INTO \`x\` VALUES\\n('), (NULL);
  INSERT INTO prices VALUES (1);
  UPDATE prices SET price = 2;
  INSERT INTO hidden (a, b) VALUES (1, 2), (3, 4);
`;

const questions = `
  SELECT COUNT(*), SUM(CRC32(CONCAT(id, name, HEX(photo)))) FROM customers;
  SELECT COUNT(*), SUM(CRC32(CONCAT(id, '-', customer))) FROM orders;
  SELECT HEX(text) FROM \`o\`\`dd ü\` ORDER BY 1;
  SELECT COUNT(*) FROM recent;
  SELECT twice(21);
  SELECT NEXTVAL(numbers);
  SELECT price FROM prices;
  SELECT a, b FROM hidden;
  INSERT INTO customers (name) VALUES ('next'); SELECT LAST_INSERT_ID(); DELETE FROM customers WHERE name = 'next';
  SELECT trigger_name FROM information_schema.triggers WHERE trigger_schema = 'shop';
  SELECT event_name FROM information_schema.events WHERE event_schema = 'shop';
  SELECT default_character_set_name FROM information_schema.schemata WHERE schema_name = 'shop';
`;

describe('the backup program with MariaDB', () => {
  let server: LocalServer;
  let tool: BackupTool;
  const storage = { directory: '/backups/shop' };
  const subject = () => ({ engine: 'mariadb' as const, server: { host: '127.0.0.1', port: server.port }, storage });
  const backup = (run: string, more: Partial<BackupTask> = {}): BackupTask => ({
    ...subject(),
    do: 'backup',
    owner: 'production/shop',
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
    [server, tool] = await Promise.all([LocalServer.start('mariadb'), BackupTool.unpack()]);
    await server.query(shop);
  });

  after(async () => {
    await server[Symbol.asyncDispose]();
    await tool[Symbol.asyncDispose]();
  });

  it('a MariaDB archive restores rows, counters, triggers, routines and events into an empty server', async () => {
    const result = await tool.run(backup('2026-11-28T07:00:00Z'), server.account);
    assert.deepEqual([result.archive, result.tables, result.rows], ['20261128T070000Z', 6, 6006]);

    await using empty = await LocalServer.start('mariadb');
    const address = { host: '127.0.0.1', port: empty.port };
    await tool.run(restore({ server: address }), empty.account);
    assert.deepEqual(await empty.query(questions, 'shop'), await server.query(questions, 'shop'));

    const verified = await tool.run({ ...subject(), do: 'verify', server: address }, empty.account);
    assert.equal(verified.rows, 6006);
  });

  it('a restore replaces a MariaDB database with tables only if the task says so', async () => {
    await tool.run(restore({ database: 'copy' }), server.account);
    await server.query('DROP TABLE orders; CREATE TABLE newer (id int)', 'copy');
    const refused = await tool.failure(restore({ database: 'copy' }), server.account);
    assert.equal(refused, 'database copy has 6 tables: set overwrite to replace it, or restore into another database');
    await tool.run(restore({ database: 'copy', overwrite: true }), server.account);
    assert.deepEqual(await server.query('SELECT COUNT(*) FROM orders; SHOW TABLES LIKE "newer"', 'copy'), ['5000']);
  });

  it('a restore of MariaDB that is stopped in the middle leaves no database', async () => {
    const own = { storage: { directory: '/backups/held' } };
    await server.query(`
      CREATE DATABASE held;
      USE held;
      CREATE TABLE numbers SELECT seq FROM seq_1_to_1000;
      CREATE VIEW buyers AS SELECT * FROM shop.customers;
    `);
    await tool.run(backup('2026-11-28T07:00:00Z', { ...own, databases: ['held'] }), server.account);
    await server.query('DROP DATABASE held');
    // The restore creates views at its end.
    const lock = await lockCustomers();
    const run = tool.start(restore(own), server.account);
    await until('the view waits for the lock', async () => await waits('table'));
    process.kill(await tool.root.processId(run.process), 'SIGTERM');
    await until('the removal waits for the view', async () => await waits('schema'));
    await lock.release();
    assert.match(JSON.stringify(await run.outcome()), /the run was stopped by its timeout or its deletion/);
    assert.deepEqual(await server.query("SHOW DATABASES LIKE 'held'"), []);
  });

  it('a restore of MariaDB runs no command that is added to an archive', async () => {
    const [from, archive] = ['20261128T070000Z', '20261128T075900Z'];
    const directory = tool.root.path(`/backups/shop/${archive}`);
    await cp(tool.root.path(`/backups/shop/${from}`), directory, { recursive: true });
    const path = join(directory, 'shop.sql.gz');
    const content = gzipSync(`\\! touch /backups/touched\n${gunzipSync(await readFile(path)).toString('latin1')}`);
    await writeFile(path, content);
    const manifest: Manifest = JSON.parse(await readFile(join(directory, manifestFile), 'utf8'));
    const checksum = `sha256:${createHash('sha256').update(content).digest('hex')}`;
    const dumps = manifest.dumps.map((dump) => ({ ...dump, checksum, sizeBytes: content.length }));
    await writeFile(join(directory, manifestFile), manifestText({ ...manifest, archive, dumps }));

    const failure = await tool.failure(restore({ archive, database: 'added' }), server.account);
    assert.match(failure, /Not allowed in the sandbox mode/);
    assert.ok(!existsSync(tool.root.path('/backups/touched')));
    await rm(directory, { recursive: true });
  });

  it('a restore replaces no database of the MariaDB server itself, also if it may overwrite', async () => {
    const refused = async (more: Partial<RestoreTask>) => await tool.failure(restore(more), server.account);
    const message = "database mysql is the server's own: restore into another database";
    assert.equal(await refused({ database: 'mysql' }), message);
    assert.equal(await refused({ database: 'mysql', overwrite: true }), message);
    assert.notDeepEqual(await server.query('SHOW TABLES', 'mysql'), []);
  });

  it('the backup program dumps selected tables of MariaDB', async () => {
    const own = { storage: { directory: '/backups/selected' } };
    const tables = ['customers', 'o`dd ü'];
    const selected = backup('2026-11-28T07:00:00Z', { ...own, databases: ['shop'], tables });
    const result = await tool.run(selected, server.account);
    assert.deepEqual([result.tables, result.rows], [2, 1003]);
  });

  it('a MariaDB backup leaves no archive if the server ends in the middle, or refuses the password', async () => {
    const wrong = await tool.failure(backup('2026-11-28T07:10:00Z'), { ...server.account, PASSWORD: 'wrong' });
    assert.match(wrong, /^the server refused the account: correct the username and the password/);

    // The lock ends with the server.
    await lockCustomers();
    const cut = tool.start(backup('2026-11-28T07:11:00Z'), server.account);
    await until('the dump waits for the lock', async () => await waits('table'));
    assert.ok(existsSync(tool.root.path('/backups/shop/.partial-20261128T071100Z')));
    await server.kill();
    const outcome = await cut.outcome();
    assert.match('error' in outcome ? outcome.error : '', /^the server ended the connection in the middle/);
    assert.deepEqual((await readdir(tool.root.path('/backups/shop'))).toSorted(), ['20261128T070000Z', 'owner']);
  });

  /** Makes dumps of `shop`, and views of its customers that are created, wait in the middle. */
  async function lockCustomers(): Promise<{ readonly release: () => Promise<void> }> {
    const lock = server.start('LOCK TABLES shop.customers WRITE; SELECT CONNECTION_ID(); SELECT SLEEP(1000);');
    const [id] = (await once(lock.stdout, 'data')) as [Buffer];
    return { release: async () => void (await server.query(`KILL ${String(id)}`)) };
  }

  async function waits(kind: 'table' | 'schema'): Promise<boolean> {
    const [count] = await server.query(
      `SELECT COUNT(*) FROM information_schema.processlist WHERE state LIKE 'Waiting for ${kind}%'`,
    );
    return count === '1';
  }
});
