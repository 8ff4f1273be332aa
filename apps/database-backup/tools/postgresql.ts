import type { Connection, Engine, RestoredDump, Rows } from './engine.ts';
import { Failure } from './failure.ts';
import type { Dump } from './manifest.ts';
import { collected, type Input, lines, programOutput } from './program.ts';
import { requireSameRows } from './row-comparison.ts';

/** The clients of PostgreSQL. The server's snapshots make the numbers of rows those of the dump. */
export class PostgreSql implements Engine {
  readonly ending = 'dump';
  readonly own = ['template0', 'template1'];
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async version(): Promise<string> {
    const [version = 'unknown'] = await this.#query('postgres', ['SHOW server_version;']);
    return version;
  }

  async databases(): Promise<readonly string[]> {
    return await this.#names(
      'postgres',
      'SELECT to_json(datname) FROM pg_database WHERE datallowconn AND NOT datistemplate ' +
        "AND datname !~ '^(restoring|replaced): ' ORDER BY datname;",
    );
  }

  async roles(): Promise<readonly string[]> {
    return await this.#names(
      'postgres',
      "SELECT to_json(rolname) FROM pg_roles WHERE rolname !~ '^pg_' ORDER BY rolname;",
    );
  }

  async dump(
    database: string,
    tables: readonly string[] | undefined,
    save: (content: AsyncIterable<Uint8Array>) => Promise<void>,
  ): Promise<Pick<Dump, 'settings' | 'rows'>> {
    const dumped = Promise.withResolvers<undefined>();
    async function* script() {
      yield snapshotScript(tables);
      await dumped.promise;
      yield rowsScript(tables);
    }
    const answers = lines(this.#psql(database, script()));
    try {
      const [snapshot, settings] = [await nextLine(answers), await nextLine(answers)];
      // The names that the server found have the partitions, which pg_dump selects by itself only from version 16 on.
      const found = JSON.parse(await nextLine(answers)) as readonly string[];
      const selection = tables === undefined ? [] : [...tables.map(relation), ...found];
      await save(
        this.#program(database, 'pg_dump', [
          '--format=custom',
          '--strict-names',
          // A client that waits for a lock of the snapshot's session makes pg_dump wait for that session's end.
          '--lock-wait-timeout=10s',
          `--snapshot=${snapshot}`,
          ...selection.map((name) => `--table=${name}`),
        ]),
      );
      dumped.resolve(undefined);
      const rows = await rowsOf(answers);
      const partitioned = JSON.stringify(found.filter((name) => !(name in rows)));
      return {
        settings: { ...(JSON.parse(settings) as Dump['settings']), ...(tables !== undefined && { partitioned }) },
        rows,
      };
    } finally {
      await answers.return(undefined);
    }
  }

  async tableCount(database: string): Promise<number | undefined> {
    const exists = `SELECT 1 FROM pg_database WHERE datname = ${literal(database)};`;
    if ((await this.#query(maintenance(database), [exists])).length === 0) return undefined;
    return Number((await this.#query(database, [`SELECT count(*) ${relations("'r'")};`]))[0]);
  }

  /** Restores beside the database of the same name, which clients may use until the new one takes its place. */
  async restore(database: string, { dump, content, tables, roles, purpose }: RestoredDump): Promise<void> {
    const [fresh, server] = [`restoring: ${database}`, maintenance(database)];
    const { encoding = 'UTF8', owner, properties: statements = '[]' } = dump.settings;
    await this.#query(server, [
      missingRoles(roles),
      `DROP DATABASE IF EXISTS ${identifier(fresh)};`,
      `CREATE DATABASE ${identifier(fresh)} TEMPLATE template0 ENCODING ${literal(encoding)}`,
      purpose === 'proof' ? " LOCALE 'C'" : localeOf(dump.settings),
      owner === undefined ? ';' : ` OWNER ${identifier(owner)};`,
    ]);
    await this.#query(fresh, tables === undefined ? [] : missingSchemas(dump, tables));
    // Volumes of table spaces belong to the dumped server.
    const load = this.#program(fresh, 'pg_restore', ['--exit-on-error', '--no-tablespaces'], content);
    await collected(load);
    requireSameRows(database, dump.rows, await rowsOf(lines(this.#psql(fresh, [rowsScript(undefined)]))));
    await this.#query(fresh, ['ANALYZE;']);
    const pairs = JSON.parse(statements) as readonly (readonly [string, string])[];
    const settings = pairs.map(([head, tail]) => `${head} ${identifier(fresh)} ${tail};`);
    await this.#query(server, settings);
    await this.#replace(database, fresh);
  }

  /** Gives the name of a database to another, also while clients reconnect to the former. */
  async #replace(database: string, fresh: string): Promise<void> {
    const [server, old] = [maintenance(database), `replaced: ${database}`];
    const swap = [
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ${literal(database)} \\g /dev/null\n`,
      'BEGIN;',
      `SELECT format('ALTER DATABASE %I RENAME TO %I', datname, ${literal(old)}) FROM pg_database WHERE datname = ${literal(database)} \\gexec\n`,
      `ALTER DATABASE ${identifier(fresh)} RENAME TO ${identifier(database)};`,
      'COMMIT;',
    ];
    const remove = `DROP DATABASE IF EXISTS ${identifier(old)} WITH (FORCE);`;
    await this.#query(server, [remove]);
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.#query(server, swap);
        break;
      } catch (error) {
        // The server itself waits some seconds for other sessions to end.
        if (attempt === 3 || !(error instanceof Failure)) throw error;
      }
    }
    await this.#query(server, [remove]);
  }

  async #names(database: string, query: string): Promise<readonly string[]> {
    return (await this.#query(database, [query])).map((line) => String(JSON.parse(line)));
  }

  async #query(database: string, script: Input): Promise<readonly string[]> {
    return await collected(lines(this.#psql(database, script)));
  }

  #psql(database: string, script: Input): AsyncGenerator<Uint8Array> {
    const options = ['--no-psqlrc', '--quiet', '--no-align', '--tuples-only', '--set=ON_ERROR_STOP=1'];
    async function* safe() {
      yield sessionScript;
      yield* script;
    }
    return this.#program(database, 'psql', options, safe());
  }

  #program(database: string, name: string, args: readonly string[], input?: Input): AsyncGenerator<Uint8Array> {
    const { host, port, username, password, signal } = this.#connection;
    // A server whose node is lost sends nothing: the kernel ends the connection.
    const parameters = { host, port, user: username, dbname: database, connect_timeout: 10, ...keepAlive };
    const target = Object.entries(parameters).map(
      ([key, value]) => `${key}='${String(value).replaceAll(/['\\]/g, '\\$&')}'`,
    );
    const env = { PGPASSWORD: password, PGAPPNAME: 'database-backup' };
    return programOutput({ command: [name, ...args, `--dbname=${target.join(' ')}`], env, signal }, input);
  }
}

const keepAlive = { keepalives_idle: 30, keepalives_interval: 10, keepalives_count: 3 };

/**
 * Ends the settings of the database that harm a session, as pg_dump and pg_restore do. By its search path, functions of the
 * database's owner would run as the account. A session with a snapshot waits for a whole dump, without limits.
 */
const sessionScript = `SET search_path = pg_catalog;
  SELECT set_config(name, '0', false) FROM pg_settings WHERE name IN ('statement_timeout', 'lock_timeout',
  'idle_in_transaction_session_timeout', 'transaction_timeout') \\g /dev/null\n`;

/**
 * Holds a snapshot for pg_dump, and prints its name, the settings of the database, and the names of the tables. The locks
 * keep other sessions from removing rows of the snapshot, as TRUNCATE does, after pg_dump has read them and before they
 * are counted.
 */
function snapshotScript(tables: readonly string[] | undefined): string {
  return `
    SET row_security = off;
    BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
    SELECT format('LOCK TABLE ONLY %I.%I IN ACCESS SHARE MODE', n.nspname, c.relname) ${relations("'r', 'p'", tables)} \\gexec
    SELECT pg_export_snapshot();
    SELECT json_strip_nulls(json_build_object('encoding', pg_encoding_to_char(encoding), 'collate', datcollate,
      'ctype', datctype, 'owner', pg_get_userbyid(datdba), 'provider', to_jsonb(d) ->> 'datlocprovider',
      'locale', coalesce(to_jsonb(d) ->> 'datlocale', to_jsonb(d) ->> 'daticulocale'),
      'rules', to_jsonb(d) ->> 'daticurules', 'properties', (${properties})::text))
      FROM pg_database d WHERE datname = current_database();
    SELECT to_json(ARRAY(SELECT format('%I.%I', n.nspname, c.relname) ${relations("'r', 'p'", tables)}));
  `;
}

/**
 * The statements that give a database `d` its rights and settings: the words before and after its name. A setting that is a
 * list has an element for each literal. Its text isn't always quoted: with SET … FROM CURRENT, the database's owner chooses it.
 */
const properties = `
  SELECT json_agg(json_build_array(head, tail)) FROM (
    SELECT 'REVOKE ALL ON DATABASE' AS head, 'FROM PUBLIC, ' || quote_ident(pg_get_userbyid(datdba)) AS tail
    WHERE datacl IS NOT NULL
    UNION ALL
    SELECT format('GRANT %s ON DATABASE', privilege_type), 'TO ' ||
      CASE grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(grantee)) END ||
      CASE WHEN is_grantable THEN ' WITH GRANT OPTION' ELSE '' END
    FROM aclexplode(datacl)
    UNION ALL
    SELECT 'ALTER DATABASE', 'CONNECTION LIMIT ' || datconnlimit WHERE datconnlimit >= 0
    UNION ALL
    SELECT CASE setrole WHEN 0 THEN 'ALTER DATABASE' ELSE format('ALTER ROLE %I IN DATABASE', pg_get_userbyid(setrole)) END,
      format('SET %I TO ', name) || CASE
      WHEN name IN ('local_preload_libraries', 'search_path', 'session_preload_libraries', 'temp_tablespaces')
      THEN (SELECT coalesce(string_agg(quote_literal(coalesce(replace(words[1], '""', '"'), words[2])), ', ' ORDER BY place), '''''')
        FROM regexp_matches(value, '"((?:[^"]|"")*)"|([^",\\s][^,\\s]*)', 'g') WITH ORDINALITY AS element(words, place))
      ELSE quote_literal(value) END
    FROM pg_db_role_setting, unnest(setconfig) AS setting, split_part(setting, '=', 1) AS name,
      substr(setting, length(name) + 2) AS value
    WHERE setdatabase = d.oid
  ) AS statements`;

/** Returns the words of CREATE DATABASE for the locale of a dump, which names no provider if it is older than that field. */
function localeOf({ collate = 'C', ctype = 'C', provider, locale = '', rules }: Dump['settings']): string {
  const own = ` LC_COLLATE ${literal(collate)} LC_CTYPE ${literal(ctype)}`;
  if (provider === 'b') return `${own} LOCALE_PROVIDER builtin BUILTIN_LOCALE ${literal(locale)}`;
  if (provider !== 'i') return own;
  const icu = `${own} LOCALE_PROVIDER icu ICU_LOCALE ${literal(locale)}`;
  return rules === undefined ? icu : `${icu} ICU_RULES ${literal(rules)}`;
}

/** Prints the number of rows of each table. @param tables - @default all */
function rowsScript(tables: readonly string[] | undefined): string {
  return `SELECT format('SELECT json_build_array(%L, count(*)) FROM ONLY %I.%I', format('%I.%I', n.nspname, c.relname),
    n.nspname, c.relname) ${relations("'r'", tables)} ORDER BY n.nspname, c.relname \\gexec\n`;
}

/**
 * Selects relations of users: not those of the server, of extensions or of sessions.
 *
 * @param tables - these and their partitions. @default all
 */
function relations(kinds: string, tables?: readonly string[]): string {
  const roots = tables?.map((table) => `to_regclass(${literal(relation(table))})`).join(', ');
  const parts = `SELECT coalesce(relid, root) FROM unnest(ARRAY[${roots}]::regclass[]) AS root LEFT JOIN pg_partition_tree(root) ON true`;
  return `
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN (${kinds}) AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
    ${roots === undefined ? '' : `AND c.oid IN (${parts})`}`;
}

/** The dump of selected tables lacks their schemas, and those of their partitions, which may be partitioned themselves. */
function missingSchemas({ rows, settings }: Dump, tables: readonly string[]): readonly string[] {
  const { partitioned = '[]' } = settings;
  const names = [...Object.keys(rows), ...tables.map(relation), ...(JSON.parse(partitioned) as readonly string[])];
  const schemas = names.flatMap((name) => /^("(?:[^"]|"")+"|[a-z_][a-z0-9_]*)\./.exec(name)?.[1] ?? []);
  return schemas.map((schema) => `CREATE SCHEMA IF NOT EXISTS ${schema};\n`);
}

function missingRoles(roles: readonly string[]): string {
  const names = `ARRAY[${roles.map(literal).join(', ')}]::text[]`;
  return `SELECT format('CREATE ROLE %I NOLOGIN', name) FROM unnest(${names}) AS name
    WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name) \\gexec\n`;
}

async function rowsOf(answers: AsyncIterable<string>): Promise<Rows> {
  const counts = (await collected(answers)).map((line) => JSON.parse(line) as [string, number]);
  return Object.fromEntries(counts);
}

async function nextLine(answers: AsyncGenerator<string>): Promise<string> {
  const answer = await answers.next();
  return answer.done === true ? '' : answer.value;
}

/** The database for commands about a database, in which no session of them may be. */
function maintenance(database: string): string {
  return database === 'postgres' ? 'template1' : 'postgres';
}

/** `public.orders` and `orders` → `"public"."orders"`. */
function relation(table: string): string {
  return (table.includes('.') ? table : `public.${table}`).split('.').map(identifier).join('.');
}

function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
