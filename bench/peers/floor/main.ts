// The lower limit of the time, not an operator: makes only the three writes of each resource. It reads one list, writes
// on sixteen connections, and then rests.

import { readFileSync } from 'node:fs';
import { Pool } from 'undici';
import { ownedDeployment, ownedService, type Parent } from '../child.ts';

interface Kubeconfig {
  readonly clusters: readonly {
    readonly cluster: { readonly server: string; readonly 'certificate-authority-data': string };
  }[];
  readonly users: readonly { readonly user: { readonly token: string } }[];
}

interface Memcached extends Parent {
  readonly metadata: Parent['metadata'] & { readonly namespace: string; readonly generation: number };
}

const { clusters, users } = JSON.parse(readFileSync(process.env.KUBECONFIG ?? '', 'utf8')) as Kubeconfig;
const [cluster, user] = [clusters[0]?.cluster, users[0]?.user];
if (cluster === undefined || user === undefined) throw new Error('$KUBECONFIG names no cluster or no user');
const ca = Buffer.from(cluster['certificate-authority-data'], 'base64');
const pool = new Pool(cluster.server, { connect: { ca }, connections: 16 });
const memcacheds = '/apis/cache.example.com/v1alpha1';
// Applies, as the operators do, or creates: an apply costs the API server a third more.
const isApplied = process.argv.includes('--apply');

const { items } = JSON.parse(await request('GET', `${memcacheds}/memcacheds`)) as {
  readonly items: readonly Memcached[];
};
const waiting = items.values();
await Promise.all(Array.from({ length: 16 }, work));
setInterval(() => undefined, 60_000);

async function work(): Promise<void> {
  for (const memcached of waiting) {
    const { metadata, spec } = memcached;
    const { name, namespace, generation } = metadata;
    await write(`/apis/apps/v1/namespaces/${namespace}/deployments`, name, ownedDeployment(memcached));
    await write(`/api/v1/namespaces/${namespace}/services`, name, ownedService(memcached));
    const condition = {
      type: 'Available',
      status: 'False',
      reason: 'PodsMissing',
      message: `0 of ${spec.size} pods are available`,
      lastTransitionTime: `${new Date().toISOString().slice(0, 19)}Z`,
    };
    const status = { status: { observedGeneration: generation, conditions: [condition] } };
    const path = `${memcacheds}/namespaces/${namespace}/memcacheds/${name}/status`;
    await request('PATCH', path, status, 'application/merge-patch+json');
  }
}

async function write(path: string, name: string, object: object): Promise<void> {
  if (!isApplied) await request('POST', path, object, 'application/json');
  else await request('PATCH', `${path}/${name}?fieldManager=floor`, object, 'application/apply-patch+yaml');
}

async function request(method: 'GET' | 'POST' | 'PATCH', path: string, content?: object, type = ''): Promise<string> {
  const { statusCode, body } = await pool.request({
    method,
    path,
    headers: { authorization: `Bearer ${user?.token}`, ...(content && { 'content-type': type }) },
    body: content === undefined ? null : JSON.stringify(content),
  });
  const text = await body.text();
  if (statusCode >= 300) throw new Error(`${method} ${path}: ${statusCode} ${text}`);
  return text;
}
