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

/** The review that asks if the controller manager may send its first request. */
const firstRequest = {
  apiVersion: 'authorization.k8s.io/v1',
  kind: 'SubjectAccessReview',
  spec: {
    user: 'system:kube-controller-manager',
    resourceAttributes: { verb: 'get', resource: 'serviceaccounts', namespace: 'kube-system' },
  },
};

/**
 * Resolves with true if the API server has finished its start, and its authorizer has noticed the roles that it creates
 * then. A controller manager whose first request is forbidden ends.
 */
export async function isApiServerReady(api: Pick<ApiServer, 'get' | 'post'>, signal: AbortSignal): Promise<boolean> {
  try {
    if ((await api.get('/readyz', signal)).status !== 200) return false;
    const { body } = await api.post('/apis/authorization.k8s.io/v1/subjectaccessreviews', firstRequest);
    const { status } = JSON.parse(body) as AccessReview;
    return status.allowed;
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

/** The field of a SubjectAccessReview with its decision. */
interface AccessReview {
  readonly status: { readonly allowed: boolean };
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
