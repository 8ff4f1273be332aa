import type { ApiServer } from './api-server.ts';

/**
 * Creates nodes `node-1` to `node-{count}`. kwok adds the status that a kubelet would report.
 *
 * @throws Error if the API server refuses one.
 */
export async function createNodes(api: ApiServer, count: number): Promise<void> {
  await Promise.all(Array.from({ length: count }, (_, index) => createNode(api, `node-${index + 1}`)));
}

async function createNode(api: ApiServer, name: string): Promise<void> {
  const { status, body } = await api.post('/api/v1/nodes', {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name,
      labels: { 'kubernetes.io/hostname': name, 'kubernetes.io/os': 'linux', 'kubernetes.io/arch': 'amd64' },
    },
  });
  if (status !== 201) throw new Error(`node ${name} can't be created: ${status} ${body.trim()}`);
}
