import { pipeline, type Transform } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import type { Connection, Engine, RestoredDump, Rows } from './engine.ts';
import { Failure, sentenceOf } from './failure.ts';
import type { Dump } from './manifest.ts';
import { begun, collected, type Input, lines, programOutput } from './program.ts';
import { requireSameRows } from './row-comparison.ts';
import { RowCount } from './row-count.ts';

/** The clients of MariaDB, which also fit MySQL. */
export class MariaDb implements Engine {
  readonly ending = 'sql.gz';
  readonly own = ['information_schema', 'performance_schema', 'mysql', 'sys'];
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async version(): Promise<string> {
    const [version = 'unknown'] = await this.#query('SELECT VERSION();');
    return version;
  }

  async databases(): Promise<readonly string[]> {
    const names = await this.#names('SELECT JSON_QUOTE(schema_name) FROM information_schema.schemata;');
    return names.filter((name) => !this.own.includes(name));
  }

  /** Dumps name accounts only as definers, which may be missing. */
  async roles(): Promise<readonly string[]> {
    return [];
  }

  async dump(
    database: string,
    tables: readonly string[] | undefined,
    save: (content: AsyncIterable<Uint8Array>) => Promise<void>,
  ): Promise<Pick<Dump, 'settings' | 'rows'>> {
    const [charset = 'utf8mb4', collation = 'utf8mb4_general_ci'] = await this.#query(
      `SELECT default_character_set_name FROM information_schema.schemata WHERE schema_name = ${literal(database)};
       SELECT default_collation_name FROM information_schema.schemata WHERE schema_name = ${literal(database)};`,
    );
    const options = ['--single-transaction', '--quick', '--routines', '--events', '--triggers', '--hex-blob'];
    const counted = new RowCount();
    await save(
      transformed(
        counted.of(this.#program('mariadb-dump', [...options, '--', database, ...(tables ?? [])])),
        createGzip(),
      ),
    );
    return { settings: { charset, collation }, rows: counted.rows };
  }

  async tableCount(database: string): Promise<number | undefined> {
    const all = await this.databases();
    return all.includes(database) ? (await this.#tables(database)).length : undefined;
  }

  /**
   * Replaces the database before the dump is restored: the server can't rename one. A failed restore leaves no
   * database of the name.
   */
  async restore(database: string, { dump, content }: RestoredDump): Promise<void> {
    const { charset = 'utf8mb4', collation = 'utf8mb4_general_ci' } = dump.settings;
    const remove = `DROP DATABASE IF EXISTS ${identifier(database)};`;
    const create = `CREATE DATABASE ${identifier(database)} CHARACTER SET ${literal(charset)} COLLATE ${literal(collation)};`;
    const dumped = await begun(content);
    await this.#query(remove + create);
    try {
      await this.#query(transformed(dumped, createGunzip()), database);
      requireSameRows(database, dump.rows, await this.#rows(database));
    } catch (error) {
      // The signal may be the error, and would stop the clients of the removal, too.
      const remover = new MariaDb({ ...this.#connection, signal: AbortSignal.timeout(20_000) });
      try {
        await remover.#query(remove);
      } catch (cause) {
        throw new Failure(`${sentenceOf(error)}; drop database ${database}, which has a part of the dump`, { cause });
      }
      throw error;
    }
  }

  async #rows(database: string): Promise<Rows> {
    const tables = await this.#tables(database);
    const counts = tables.map((table) => `SELECT COUNT(*) FROM ${identifier(database)}.${identifier(table)};`);
    const numbers = await this.#query(counts.join('\n'));
    return Object.fromEntries(tables.map((table, index) => [table, Number(numbers[index])]));
  }

  async #tables(database: string): Promise<readonly string[]> {
    return await this.#names(
      `SELECT JSON_QUOTE(table_name) FROM information_schema.tables
       WHERE table_schema = ${literal(database)} AND table_type IN ('BASE TABLE', 'SYSTEM VERSIONED') ORDER BY table_name;`,
    );
  }

  async #names(query: string): Promise<readonly string[]> {
    return (await this.#query(query)).map((line) => String(JSON.parse(line)));
  }

  async #query(script: string | AsyncIterable<Uint8Array>, database?: string): Promise<readonly string[]> {
    const options = [
      '--batch',
      '--raw',
      '--skip-column-names',
      // Commands of the client, such as `\!`, would run here, with the credentials of the storage.
      '--sandbox',
      ...(database === undefined ? [] : [`--database=${database}`]),
    ];
    const input = typeof script === 'string' ? [script] : script;
    return await collected(lines(this.#program('mariadb', options, input)));
  }

  #program(name: string, args: readonly string[], input?: Input): AsyncGenerator<Uint8Array> {
    const { host, port, username, password, signal } = this.#connection;
    const target = [`--host=${host}`, `--port=${port}`, `--user=${username}`, '--protocol=tcp'];
    const command = [name, '--no-defaults', ...target, '--default-character-set=utf8mb4', ...args] as const;
    return programOutput({ command, env: { MYSQL_PWD: password }, signal }, input);
  }
}

/** An error of `content` ends the result, too. */
async function* transformed(content: AsyncIterable<Uint8Array>, transform: Transform): AsyncGenerator<Uint8Array> {
  pipeline(content, transform, (error) => error && transform.destroy(error));
  for await (const chunk of transform) yield chunk as Uint8Array;
}

function identifier(name: string): string {
  return `\`${name.replaceAll('`', '``')}\``;
}

function literal(text: string): string {
  return `'${text.replaceAll(/['\\]/g, '\\$&')}'`;
}
