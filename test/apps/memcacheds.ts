import type { StoredObject } from '../../lib/api/index.ts';
import type { TestedControlPlane } from '../embedded-control-plane.ts';
import { until } from '../until.ts';
import type { InstalledOperator } from './installed-operator.ts';

/** Applies Memcacheds, `namespace/name` → size. */
export async function applyMemcacheds(
  installed: InstalledOperator<TestedControlPlane>,
  sizes: Readonly<Record<string, number>>,
): Promise<void> {
  const memcacheds = Object.entries(sizes).map(([key, size]) => {
    const [namespace = '', name = ''] = key.split('/');
    return {
      apiVersion: 'cache.example.com/v1alpha1',
      kind: 'Memcached',
      metadata: { namespace, name },
      spec: { size },
    };
  });
  await installed.apply(...memcacheds);
}

/** Resolves when `count` Memcacheds are Ready for their current spec, and report all their pods. */
export async function memcachedsReady(installed: InstalledOperator<TestedControlPlane>, count: number): Promise<void> {
  await until(`${count} Memcacheds are ready`, async () => {
    const items = await installed.list('memcacheds');
    return items.length === count && items.every(isReady);
  });
}

interface MemcachedStatus {
  readonly nodes?: readonly string[];
  readonly observedGeneration?: number;
  readonly conditions?: readonly {
    readonly type: string;
    readonly status: string;
    readonly reason: string;
    readonly message: string;
  }[];
}

/** Returns the status of a Memcached from an API server. */
export function statusOf(memcached: StoredObject | undefined): MemcachedStatus {
  return memcached?.status ?? {};
}

function isReady(memcached: StoredObject): boolean {
  const { conditions, nodes, observedGeneration } = statusOf(memcached);
  const { size } = memcached.spec as { size: number };
  return (
    observedGeneration === memcached.metadata.generation &&
    nodes?.length === size &&
    conditions?.find(({ type }) => type === 'Ready')?.status === 'True'
  );
}
