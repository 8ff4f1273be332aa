import { HttpTransport } from '../lib/client/http-transport.ts';
import { loadCredentials } from '../lib/client/index.ts';
import { systemClock } from '../lib/clock/index.ts';
import type { ControlPlane } from '../lib/testing/index.ts';

/** A resource of a discovery document. */
interface ListedResource {
  readonly name: string;
  readonly verbs: readonly string[];
}

const asTable = 'application/json;as=Table;g=meta.k8s.io;v=v1';

/**
 * Reads the columns of the tables of built-in kinds.
 *
 * @param resources - path, such as `/apis/apps/v1` → its resources.
 */
export async function builtInTables(
  { kubeconfig }: ControlPlane,
  resources: Readonly<Record<string, readonly ListedResource[]>>,
): Promise<object> {
  const credentials = await loadCredentials({ kubeconfig, clock: systemClock });
  const transport = new HttpTransport(credentials, { clock: systemClock, userAgent: 'built-in-table' });
  const tables: Record<string, object> = {};
  for (const [path, list] of Object.entries(resources)) {
    const group = path.startsWith('/apis/') ? (path.split('/')[2] ?? '') : '';
    for (const { name } of list.filter(({ verbs }) => verbs.includes('list'))) {
      const request = { call: { verb: 'list' }, method: 'GET', path: `${path}/${name}`, accept: asTable } as const;
      const table = (await transport.send(request)) as { readonly columnDefinitions: object };
      tables[`${group}/${name}`] = table.columnDefinitions;
    }
  }
  await transport.close();
  return tables;
}
