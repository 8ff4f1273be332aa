import type { Spec } from 'operand';
import type { PostgreSQLCluster } from './api.ts';

/** Units of memory → kilobytes. */
const kilobytes: Readonly<Record<string, number>> = {
  '': 1 / 1024,
  Ki: 1,
  Mi: 1024,
  Gi: 1024 ** 2,
  Ti: 1024 ** 3,
  k: 1000 / 1024,
  M: 1000 ** 2 / 1024,
  G: 1000 ** 3 / 1024,
};

/**
 * Returns the settings of PostgreSQL that follow from the memory of a server; those of PostgreSQL unless it has a limit
 * in a unit of bytes.
 *
 * @see https://www.postgresql.org/docs/current/runtime-config-resource.html#RUNTIME-CONFIG-RESOURCE-MEMORY
 */
export function tunedParameters({
  resources,
}: Pick<Spec<typeof PostgreSQLCluster>, 'resources'>): Record<string, string> {
  const [, amount = '', unit = ''] = /^(\d+)([KMGT]i|[kMG])?$/.exec(String(resources.limits?.memory ?? '')) ?? [];
  const memory = Number(amount) * (kilobytes[unit] ?? 0);
  if (memory === 0) return {};
  const share = (part: number, { least, most = memory }: { readonly least: number; readonly most?: number }) =>
    `${Math.floor(Math.max(least, Math.min(most, memory * part)))}kB`;
  return {
    // The rest is for sessions, and for the cache of files, which counts for the limit, too.
    shared_buffers: share(1 / 4, { least: 128 }),
    effective_cache_size: share(3 / 4, { least: 8 }),
    maintenance_work_mem: share(1 / 16, { least: 1024, most: 2 * 1024 ** 2 }),
    // A query may take it several times, and 100 sessions may run at once.
    work_mem: share(1 / 400, { least: 1024, most: 64 * 1024 }),
  };
}
