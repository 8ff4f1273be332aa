import { k8s } from 'cdk8s-plus-28';
import { type Observed, partOf, type References, type Spec } from 'operand';
import { Database } from '../database/index.ts';
import type { DatabaseBackup } from './api.ts';
import { engines } from './engine.ts';
import type { EngineName } from './task.ts';

/** A database server, as the Jobs reach it. */
export interface Server {
  readonly engine: EngineName;
  readonly host: string;
  readonly port: number;
  readonly username: string;
  readonly password: KeyOfSecret;
  /** The image of the server, which an empty one for a verification has, too. */
  readonly image: string;
}

interface KeyOfSecret {
  readonly name: string;
  readonly key: string;
}

/** The reason why a server is unknown, with the remedy. */
export interface UnknownServer {
  readonly problem: string;
}

/** The parts of a spec that name a server. */
export type ServerSpec = Pick<Spec<typeof DatabaseBackup>, 'databaseName' | 'database'>;

/** The facts of a Database by which a client reaches its first pod. */
export const ReachedDatabase = partOf(Database, ({ spec }) => ({
  engine: spec.engine,
  password: spec.passwordFrom?.name,
}));

/** The facts of a StatefulSet by which a client reaches its first pod. */
export const ReachedStatefulSet = partOf(k8s.KubeStatefulSet, ({ spec }) => ({
  serviceName: spec?.serviceName,
  containers: (spec?.template.spec?.containers ?? []).map(({ image, ports, env }) => ({ image, ports, env })),
}));

/**
 * Returns the server that a spec means: that of the Database or the StatefulSet of the name, with the fields that
 * `database` overrides.
 */
export function serverOf({ databaseName, database }: ServerSpec, references: References): Server | UnknownServer {
  const declared = references(ReachedDatabase, databaseName);
  const statefulSet = references(ReachedStatefulSet, databaseName);
  const found = foundServer(databaseName, statefulSet, declared);
  const engine = database.engine ?? found.engine;
  const host = database.host ?? found.host;
  const password = database.credentials ? { name: database.credentials.name, key: 'password' } : found.password;
  if (host === undefined) {
    const problem = `there is no Database and no StatefulSet ${databaseName}`;
    return { problem: `${problem}: create one, or name the server in spec.database.host` };
  }
  if (engine === undefined)
    return {
      problem: `the engine of ${databaseName} is not known as one with backups: name it in spec.database.engine`,
    };
  if (password === undefined)
    return { problem: `the password of ${databaseName} is unknown: name a Secret in spec.database.credentials` };
  const { administrator, port, scratch } = engines[engine];
  return {
    engine,
    host,
    port: database.port ?? port,
    username: database.username ?? administrator,
    password,
    image: found.image ?? scratch.image,
  };
}

/** The facts about a server that its objects in the cluster show. */
type FoundServer = Partial<Pick<Server, 'engine' | 'host' | 'password' | 'image'>>;

function foundServer(
  name: string,
  statefulSet: Observed<typeof ReachedStatefulSet> | undefined,
  database: Observed<typeof ReachedDatabase> | undefined,
): FoundServer {
  const host = statefulSet?.serviceName && `${name}-0.${statefulSet.serviceName}.${statefulSet.metadata.namespace}.svc`;
  const [container] = statefulSet?.containers ?? [];
  const engine = database ? taskEngine(database.engine) : engineOf(container?.ports ?? []);
  const password = database?.password
    ? { name: database.password, key: 'password' }
    : (container?.env ?? [])
        .filter((variable) => engine && engines[engine].passwordVariables.includes(variable.name))
        .map(({ valueFrom }) => valueFrom?.secretKeyRef)
        .find((key) => key !== undefined);
  return {
    ...(engine && { engine }),
    ...(host && { host }),
    ...(container?.image && { image: container.image }),
    ...(password?.name && { password: { name: password.name, key: password.key } }),
  };
}

/** MongoDB has no backups here: no image has its tools. */
function taskEngine(engine: 'postgresql' | 'mysql' | 'mongodb'): EngineName | undefined {
  if (engine === 'mongodb') return undefined;
  return engine === 'mysql' ? 'mariadb' : engine;
}

function engineOf(ports: readonly { readonly containerPort: number }[]): EngineName | undefined {
  const names: readonly EngineName[] = ['postgresql', 'mariadb'];
  return names.find((name) => ports.some(({ containerPort }) => containerPort === engines[name].port));
}
