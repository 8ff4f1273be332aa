import type { ApiServer } from './api-server.ts';
import type { OptionalComponent } from './component.ts';

/** Looks once whether a component is ready. */
export type ReadinessCheck = (api: ApiServer, signal: AbortSignal) => Promise<boolean>;

/** Component → what shows that it is ready, once the API server is, when kwok plays `nodes` nodes. */
export function readinessChecks(nodes: number): Readonly<Record<OptionalComponent, ReadinessCheck>> {
  return {
    'kube-controller-manager': hasDefaultServiceAccount,
    // Pods wait for it, nothing else does.
    'kube-scheduler': async () => true,
    kwok: async (api, signal) => (await readyNodes(api, signal)) >= nodes,
  };
}

/** Whether the API server has done all that it does before it counts as ready. */
export async function isApiServerReady(api: ApiServer, signal: AbortSignal): Promise<boolean> {
  try {
    return (await api.get('/readyz', signal)).status === 200;
  } catch {
    signal.throwIfAborted();
    // Nobody listens yet.
    return false;
  }
}

/** Without their namespace's ServiceAccount no pods can be made. */
async function hasDefaultServiceAccount(api: ApiServer, signal: AbortSignal): Promise<boolean> {
  const { status } = await api.get('/api/v1/namespaces/default/serviceaccounts/default', signal);
  return status === 200;
}

/** The part of a list of nodes in which their readiness shows. */
interface NodeList {
  readonly items: readonly {
    readonly status: { readonly conditions?: readonly { readonly type: string; readonly status: string }[] };
  }[];
}

/** How many nodes are Ready. */
export async function readyNodes(api: ApiServer, signal: AbortSignal): Promise<number> {
  const { body } = await api.get('/api/v1/nodes', signal);
  const { items } = JSON.parse(body) as NodeList;
  return items.filter(({ status }) =>
    status.conditions?.some((condition) => condition.type === 'Ready' && condition.status === 'True'),
  ).length;
}
