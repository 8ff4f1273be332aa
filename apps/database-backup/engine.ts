import type { EngineName } from './task.ts';

/** The facts about a database server that its official image determines. */
export interface Engine {
  readonly port: number;
  readonly administrator: string;
  /** Variables of a server's container that may refer to the administrator's password in a Secret. */
  readonly passwordVariables: readonly string[];
  /** A container of a server that is empty, answers this pod alone, and has its password in {@link passwordFile}. */
  readonly scratch: {
    readonly image: string;
    readonly args: readonly string[];
    readonly environment: Readonly<Record<string, string>>;
  };
}

/** The mount path of the volume of an empty server. */
export const scratchDirectory = '/scratch';

export const passwordDirectory = '/run/credentials';
const passwordFile = `${passwordDirectory}/password`;

/** The differences between engines. */
export const engines: Readonly<Record<EngineName, Engine>> = {
  postgresql: {
    port: 5432,
    administrator: 'postgres',
    passwordVariables: ['POSTGRES_PASSWORD'],
    scratch: {
      image: 'postgres:17',
      args: ['--listen_addresses=127.0.0.1', `--data_directory=${scratchDirectory}/data`],
      environment: { PGDATA: `${scratchDirectory}/data`, POSTGRES_PASSWORD_FILE: passwordFile },
    },
  },
  mariadb: {
    port: 3306,
    administrator: 'root',
    passwordVariables: ['MARIADB_ROOT_PASSWORD', 'MYSQL_ROOT_PASSWORD'],
    scratch: {
      image: 'mariadb:11.4',
      args: ['--bind-address=127.0.0.1', `--datadir=${scratchDirectory}/data`],
      environment: { MYSQL_ROOT_PASSWORD_FILE: passwordFile },
    },
  },
};
