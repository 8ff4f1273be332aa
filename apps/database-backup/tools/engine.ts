import type { Dump } from './manifest.ts';

/** A server and an account on it. */
export interface Connection {
  readonly host: string;
  readonly port: number;
  readonly username: string;
  readonly password: string;
  readonly signal: AbortSignal;
}

/** Table → number of rows. */
export type Rows = Readonly<Record<string, number>>;

/** A database server, through its clients. Its methods throw Failure if a client fails. */
export interface Engine {
  /** The ending of a dump's file name. */
  readonly ending: string;
  /** The names of the server's own databases, without which it makes no others, or doesn't start. */
  readonly own: readonly string[];
  version(): Promise<string>;
  /** Returns the names of all databases but those of the server itself. */
  databases(): Promise<readonly string[]>;
  /** Returns the accounts that own objects or have rights, as far as dumps name them. */
  roles(): Promise<readonly string[]>;
  /**
   * Dumps a database as of one moment.
   *
   * @param tables - the selected tables. @default all
   * @param save - stores the dump.
   * @returns the facts about the dump for the manifest.
   */
  dump(
    database: string,
    tables: readonly string[] | undefined,
    save: (content: AsyncIterable<Uint8Array>) => Promise<void>,
  ): Promise<Pick<Dump, 'settings' | 'rows'>>;
  /** Returns the number of tables of a database; undefined if it doesn't exist. */
  tableCount(database: string): Promise<number | undefined>;
  /** Restores a dump as a new database, which replaces the one of its name, and checks its rows. */
  restore(database: string, dump: RestoredDump): Promise<void>;
}

/** A dump to restore. */
export interface RestoredDump {
  readonly dump: Dump;
  readonly content: AsyncIterable<Uint8Array>;
  /** The selected tables. Absent if the dump has all. */
  readonly tables: readonly string[] | undefined;
  /** The accounts that the dump names. Missing ones are created, without the right to log in. */
  readonly roles: readonly string[];
  /** The sort order of texts may differ in a proof, whose server may lack the locale. */
  readonly purpose: 'use' | 'proof';
}
