// Prepares a control plane for a peer: the CRD, the operator's own user, and the harness's watches. Called by `round`.

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { ControlPlane, type ControlPlaneOptions } from 'operand/testing';
import { kubectl } from '../../test/kubectl.ts';
import { untilEstablished } from '../../test/until-established.ts';
import { ApiServer } from './api-server.ts';
import type { Processes } from './cost.ts';
import { Observer } from './observer.ts';
import { Operator } from './operator.ts';
import type { Peer } from './peer.ts';
import { namespace } from './work.ts';

/** The ports of a phase. */
export interface Stage {
  readonly controlPlane: ControlPlane;
  readonly api: ApiServer;
  readonly observer: Observer;
  readonly operator: Operator;
  /** The number of resources in all phases; the hot phase doubles it. */
  readonly count: number;
  readonly idleSeconds: number;
  readonly processes: () => Processes;
}

/** Options of {@link onStage}. */
export interface StageOptions {
  readonly count: number;
  readonly idleSeconds: number;
  /** Components beside etcd and the API server. @default none */
  readonly components?: ControlPlaneOptions['components'];
  readonly signal: AbortSignal;
}

const definition = fileURLToPath(new URL('../operator/crd.yaml', import.meta.url));
const account = 'operator';

/**
 * The rights of any peer. Its user isn't in `system:masters`, which is exempt from the API server's priority and
 * fairness.
 */
const access = [
  { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
  { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: account, namespace } },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata: { name: account },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
    subjects: [{ kind: 'ServiceAccount', name: account, namespace }],
  },
];

/** Runs `work` on a new control plane, and removes the control plane afterwards. */
export async function onStage<Result>(
  peer: Peer,
  { count, idleSeconds, components = [], signal }: StageOptions,
  work: (stage: Stage) => Promise<Result>,
): Promise<Result> {
  await using controlPlane = await ControlPlane.start({ components, audit: 'none', signal });
  const objects = { apiVersion: 'v1', kind: 'List', items: access };
  await kubectl(controlPlane, ['apply', '-f', '-'], objects);
  await kubectl(controlPlane, ['apply', '-f', definition]);
  await untilEstablished(controlPlane);

  const kubeconfig = await controlPlane.serviceAccountKubeconfig(namespace, account);
  const api = await ApiServer.connect(controlPlane.kubeconfig);
  const observer = new Observer(api);
  const operator = new Operator(controlPlane, { peer, kubeconfig, onEnd: (error) => observer.fail(error) });
  try {
    return await work({
      controlPlane,
      api,
      observer,
      operator,
      count,
      idleSeconds,
      processes: () => ({
        operator: operator.isRunning ? operator.pid : undefined,
        apiServer: running(controlPlane, 'kube-apiserver'),
        etcd: running(controlPlane, 'etcd'),
      }),
    });
  } catch (error) {
    const log = operator.isRunning ? await readFile(operator.log, 'utf8') : '';
    throw new Error(`${peer.title} failed in a phase; the end of its log:\n${log.slice(-2000)}`, { cause: error });
  } finally {
    await observer.close();
    await api.close();
    if (operator.isRunning) await operator.stop();
  }
}

function running(controlPlane: ControlPlane, component: 'kube-apiserver' | 'etcd'): number {
  const pid = controlPlane.pid(component);
  if (pid === undefined) throw new Error(`${component} doesn't run`);
  return pid;
}
