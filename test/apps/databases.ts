import type { KubernetesObject, StoredObject } from '../../lib/api/index.ts';
import { until } from '../until.ts';
import type { InstalledOperator } from './installed-operator.ts';

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
}

/** A Database as the API server has it. */
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

/** A Database to apply. @param version - @default v1 */
export function database(key: string, spec: Readonly<Record<string, unknown>>, version = 'v1'): KubernetesObject {
  const [namespace = '', name = ''] = key.split('/');
  return { apiVersion: `example.com/${version}`, kind: 'Database', metadata: { namespace, name }, spec };
}

/** One Database in one version, or undefined if there is none. */
export async function getDatabase(
  installed: InstalledOperator,
  key: string,
  version = 'v1',
): Promise<StoredDatabase | undefined> {
  const [namespace = '', name = ''] = key.split('/');
  return (await installed.get(`databases.${version}.example.com`, name, namespace)) as StoredDatabase | undefined;
}

/** Resolves when the Databases are Ready for the spec that they now have. */
export async function databasesReady(installed: InstalledOperator, ...keys: readonly string[]): Promise<void> {
  await until(`${keys.join(', ')} are ready`, async () => {
    const databases = await Promise.all(keys.map((key) => getDatabase(installed, key)));
    return databases.every((each) => each !== undefined && isReady(each));
  });
}

/** Whether a Database is Ready for the spec that it now has. */
export function isReady({ metadata, status }: StoredDatabase): boolean {
  return status?.observedGeneration === metadata.generation && condition(status, 'Ready')?.status === 'True';
}

/** What a status says of one aspect. */
export function condition(status: StoredDatabase['status'], type: string): Condition | undefined {
  return status?.conditions?.find((each) => each.type === type);
}

/** The objects of a kind that belong to a Database: name → uid. */
export async function uidsOf(
  installed: InstalledOperator,
  kind: 'pods' | 'persistentvolumeclaims',
  key: string,
): Promise<Readonly<Record<string, string>>> {
  const [namespace = '', name = ''] = key.split('/');
  const objects = await installed.list(kind, namespace);
  const own = objects.filter(({ metadata }) => metadata.labels?.database === name);
  return Object.fromEntries(own.map(({ metadata }) => [metadata.name, metadata.uid]));
}
