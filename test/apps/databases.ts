import type { KubernetesObject, StoredObject } from '../../lib/api/index.ts';
import { until } from '../until.ts';

/** A cluster with an installed operator, real or simulated. */
export interface DatabaseSource {
  get(resource: string, name: string, namespace?: string): Promise<StoredObject | undefined>;
  list(resource: string, namespace: string): Promise<readonly StoredObject[]>;
}

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
}

/** A Database from an API server. */
export interface StoredDatabase extends StoredObject {
  readonly spec: Readonly<Record<string, unknown>> & { readonly replicas: number };
  readonly status?: {
    readonly ready: boolean;
    readonly phase: string;
    readonly replicas: number;
    readonly labelSelector: string;
    readonly observedGeneration?: number;
    readonly conditions?: readonly Condition[];
  };
}

/** Returns a Database to apply. @param version - @default v1 */
export function database(key: string, spec: Readonly<Record<string, unknown>>, version = 'v1'): KubernetesObject {
  const [namespace = '', name = ''] = key.split('/');
  return { apiVersion: `example.com/${version}`, kind: 'Database', metadata: { namespace, name }, spec };
}

/** Returns a Database in one version, or undefined if it doesn't exist. */
export async function getDatabase(
  installed: DatabaseSource,
  key: string,
  version = 'v1',
): Promise<StoredDatabase | undefined> {
  const [namespace = '', name = ''] = key.split('/');
  return (await installed.get(`databases.${version}.example.com`, name, namespace)) as StoredDatabase | undefined;
}

/** Resolves when the Databases are Ready for their current spec. @throws Error with their conditions after a timeout */
export async function databasesReady(installed: DatabaseSource, ...keys: readonly string[]): Promise<void> {
  let databases: readonly (StoredDatabase | undefined)[] = [];
  try {
    await until(`${keys.join(', ')} are ready`, async () => {
      databases = await Promise.all(keys.map((key) => getDatabase(installed, key)));
      return databases.every((each) => each !== undefined && isReady(each));
    });
  } catch (error) {
    throw new Error(
      JSON.stringify(
        databases.map((each) => each?.status ?? each),
        undefined,
        2,
      ),
      { cause: error },
    );
  }
}

/** Returns true if a Database is Ready for its current spec. */
export function isReady({ metadata, status }: StoredDatabase): boolean {
  return status?.observedGeneration === metadata.generation && condition(status, 'Ready')?.status === 'True';
}

/** Returns a condition of a status. */
export function condition(status: StoredDatabase['status'], type: string): Condition | undefined {
  return status?.conditions?.find((each) => each.type === type);
}

/** Returns the objects of a kind that belong to a Database: name → uid. */
export async function uidsOf(
  installed: DatabaseSource,
  kind: 'pods' | 'persistentvolumeclaims',
  key: string,
): Promise<Readonly<Record<string, string>>> {
  const [namespace = '', name = ''] = key.split('/');
  const objects = await installed.list(kind, namespace);
  const own = objects.filter(({ metadata }) => metadata.labels?.database === name);
  return Object.fromEntries(own.map(({ metadata }) => [metadata.name, metadata.uid]));
}
