import { isJsonObject, type JsonObject } from '../../../lib/api/index.ts';
import { until } from '../../until.ts';
import type { ConformanceServer } from '../conformance-server.ts';
import { comparableObject } from './comparable-object.ts';
import type { WorkloadCase } from './workload-case.ts';

/** Lets a cluster do a case in a namespace of its own; returns its objects in a form that all clusters share. */
export async function observed(server: ConformanceServer, { title, steps, shows }: WorkloadCase): Promise<JsonObject> {
  const namespace = title.replaceAll(/[^a-z0-9]+/g, '-').slice(0, 50);
  const send = async (method: string, path: string, body?: JsonObject) => {
    const contentType = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
    const text = body && JSON.stringify(body);
    const answer = await server.send({ method, path, body: text, contentType, accept: 'application/json' });
    return { status: answer.status, object: isJsonObject(answer.body) ? answer.body : {} };
  };
  const path = (resource: string) => {
    const cut = resource.lastIndexOf('/', resource.includes(' ') ? resource.indexOf(' ') : undefined);
    const [version, plural] = cut < 0 ? ['', resource] : [resource.slice(0, cut), resource.slice(cut + 1)];
    const root = version.includes('/') ? `/apis/${version}` : '/api/v1';
    return `${root}/namespaces/${namespace}/${plural}`;
  };
  await send('POST', '/api/v1/namespaces', { metadata: { name: namespace } });
  const account = `/api/v1/namespaces/${namespace}/serviceaccounts`;
  await until('the namespace has its ServiceAccount', async () => {
    const present = await send('GET', `${account}/default`);
    if (present.status === 200) return true;
    return (await send('POST', account, { metadata: { name: 'default' } })).status === 201;
  });
  for (const { method, resource, name, body, until: isSettled } of steps) {
    const target = name === undefined ? path(resource) : `${path(resource)}/${name}`;
    if (method !== 'GET') {
      const { status, object } = await send(method, target, body);
      if (status >= 300) throw new Error(`${method} ${target}: ${JSON.stringify(object)}`);
    }
    const settled = method === 'POST' ? `${target}/${metadataName(body)}` : target;
    if (isSettled !== undefined)
      await until(`${title}: ${settled} has settled`, async () => isSettled((await send('GET', settled)).object));
  }
  const shown: Record<string, JsonObject[]> = {};
  for (const resource of shows) {
    const { object } = await send('GET', path(resource));
    const items = Array.isArray(object.items) ? object.items.filter(isJsonObject) : [];
    shown[resource] = items
      .map((item) => comparableObject(resource, item))
      .toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
  }
  return shown;
}

function metadataName(body: JsonObject | undefined): string {
  return isJsonObject(body?.metadata) ? String(body.metadata.name) : '';
}
