import type { ApiServer } from './api-server.ts';
import type { OptionalComponent } from './component.ts';

/** Checks once if a component is ready. */
export type ReadinessCheck = (api: ApiServer, signal: AbortSignal) => Promise<boolean>;

/** Returns the readiness check of each component for a running API server and `nodes` simulated nodes. */
export function readinessChecks(nodes: number): Readonly<Record<OptionalComponent, ReadinessCheck>> {
  return {
    'kube-controller-manager': hasDefaultServiceAccount,
    // Only pods wait for it.
    'kube-scheduler': async () => true,
    kwok: async (api, signal) => (await readyNodes(api, signal)) >= nodes,
  };
}

/** Resolves with true if the API server has finished its start. */
export async function isApiServerReady(api: ApiServer, signal: AbortSignal): Promise<boolean> {
  try {
    return (await api.get('/readyz', signal)).status === 200;
  } catch {
    signal.throwIfAborted();
    // It doesn't listen yet.
    return false;
  }
}

/** Pods can't be created before their namespace has the default ServiceAccount. */
async function hasDefaultServiceAccount(api: ApiServer, signal: AbortSignal): Promise<boolean> {
  const { status } = await api.get('/api/v1/namespaces/default/serviceaccounts/default', signal);
  return status === 200;
}

/** The fields of a list of nodes that show their readiness. */
interface NodeList {
  readonly items: readonly {
    readonly status: { readonly conditions?: readonly { readonly type: string; readonly status: string }[] };
  }[];
}

/** Returns the number of nodes that are Ready. */
export async function readyNodes(api: ApiServer, signal: AbortSignal): Promise<number> {
  const { body } = await api.get('/api/v1/nodes', signal);
  const { items } = JSON.parse(body) as NodeList;
  return items.filter(({ status }) =>
    status.conditions?.some((condition) => condition.type === 'Ready' && condition.status === 'True'),
  ).length;
}
