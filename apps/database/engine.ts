import { k8s } from 'cdk8s-plus-28';
import type { Spec } from 'operand';
import type { Database } from './api.ts';

/** The name of a database server that the operator can run. */
export type EngineName = Spec<typeof Database>['engine'];

/** The facts about a database server that its official image determines. */
export interface Engine {
  readonly port: number;
  /** The image's own user for the server, and its group: a kubelet can't see whether a name is that of root. */
  readonly user: number;
  /** The default size of a volume. */
  readonly storage: string;
  /** The setting with the directory of the data. */
  readonly directorySetting: string;
  readonly environment: Readonly<Record<string, string>>;
  /** A probe that succeeds only if the server answers queries. */
  readonly probe: k8s.Probe;
}

/** The mount path of a server's volume, with its data and its own password. */
export const volumeDirectory = '/var/lib/database';
export const dataDirectory = `${volumeDirectory}/data`;

/** The directory in which a server reads the administrator's password. */
export const passwordDirectory = '/run/database';
const passwordFile = `${passwordDirectory}/password`;

/** The differences between engines. */
export const engines: Readonly<Record<EngineName, Engine>> = {
  postgresql: {
    port: 5432,
    user: 999,
    storage: '10Gi',
    directorySetting: 'data_directory',
    environment: { PGDATA: dataDirectory, POSTGRES_PASSWORD_FILE: passwordFile },
    probe: { exec: { command: ['pg_isready', '--username=postgres', '--host=127.0.0.1'] } },
  },
  mysql: {
    port: 3306,
    user: 999,
    storage: '10Gi',
    directorySetting: 'datadir',
    environment: { MYSQL_ROOT_PASSWORD_FILE: passwordFile },
    probe: { exec: { command: ['mysqladmin', 'ping', '--host=127.0.0.1'] } },
  },
  mongodb: {
    port: 27017,
    user: 999,
    // The journal and the operation log take several gigabytes before there are any data.
    storage: '20Gi',
    directorySetting: 'dbpath',
    environment: { MONGO_INITDB_ROOT_USERNAME: 'admin', MONGO_INITDB_ROOT_PASSWORD_FILE: passwordFile },
    // The shell takes longer to start than a probe may.
    probe: { tcpSocket: { port: k8s.IntOrString.fromString('db') } },
  },
};

/** Returns the settings of an engine that only the operator sets. */
export function ownSettings({ port, directorySetting }: Engine): Readonly<Record<string, string>> {
  return { port: String(port), [directorySetting]: dataDirectory };
}
