import { Yaml } from 'cdk8s';
import type { Kind, KubernetesObject } from 'operand';
import { ControlPlane, EmbeddedCluster, type ProgramHost } from 'operand/testing';
import type { TreeObject } from './object-tree.ts';

/** A cluster in which the demo runs. */
export interface DemoCluster extends ProgramHost, AsyncDisposable {
  readonly server: string;
  /** Path of the admin's kubeconfig. */
  readonly kubeconfig: string;
  /** Applies the objects of a file; returns a line for each. */
  apply(file: string): Promise<readonly string[]>;
  /** Returns the objects that the demo shows. */
  objects(): Promise<readonly TreeObject[]>;
  /** Deletes a Deployment of the namespace `default`. */
  deleteDeployment(name: string): Promise<void>;
  serviceAccountKubeconfig(namespace: string, name: string): Promise<string>;
}

const deployments: Kind = {
  group: 'apps',
  version: 'v1',
  kind: 'Deployment',
  plural: 'deployments',
  scope: 'Namespaced',
};
const shown: readonly Kind[] = [
  { group: 'cache.example.com', version: 'v1alpha1', kind: 'Memcached', plural: 'memcacheds', scope: 'Namespaced' },
  deployments,
  { group: 'apps', version: 'v1', kind: 'ReplicaSet', plural: 'replicasets', scope: 'Namespaced' },
  { group: '', version: 'v1', kind: 'Pod', plural: 'pods', scope: 'Namespaced' },
];

/** Starts an API server and controllers in this process. They need nothing but Node. */
export async function embeddedCluster(): Promise<DemoCluster> {
  const cluster = await EmbeddedCluster.start();
  const client = cluster.client();
  return {
    ...(await cluster.listen()),
    apply: async (file) => {
      const objects = Yaml.load(file) as KubernetesObject[];
      await cluster.apply(...objects);
      return objects.map(({ kind, metadata }) => `${kind.toLowerCase()}/${metadata.name} applied`);
    },
    objects: async () => {
      const lists = await Promise.all(shown.map((kind) => client.list(kind, { namespace: 'default' })));
      return lists.flatMap(({ items }) => items);
    },
    deleteDeployment: (name) => client.delete(deployments, { namespace: 'default', name }),
    serviceAccountKubeconfig: (namespace, name) => cluster.serviceAccountKubeconfig(namespace, name),
    startProcess: (program) => cluster.startProcess(program),
    [Symbol.asyncDispose]: () => cluster.stop(),
  };
}

/** Starts a real control plane, with a simulated node. */
export async function realCluster(signal: AbortSignal): Promise<DemoCluster> {
  const controlPlane = await ControlPlane.start({ signal });
  const kubectl = async (...args: string[]) => {
    const { stdout, stderr, exitCode } = await controlPlane.kubectl(args);
    if (exitCode !== 0) throw new Error(stderr);
    return stdout;
  };
  const plurals = shown.map(({ plural }) => plural).join(',');
  return {
    server: controlPlane.server,
    kubeconfig: controlPlane.kubeconfig,
    apply: async (file) => {
      const lines = await kubectl('apply', '-f', file);
      // The API server serves a new kind a moment after it has the CRD.
      while ((await controlPlane.kubectl(['get', plurals])).exitCode !== 0) signal.throwIfAborted();
      return lines.trimEnd().split('\n');
    },
    objects: async () => {
      const { items } = JSON.parse(await kubectl('get', plurals, '-o', 'json')) as { items: TreeObject[] };
      return items;
    },
    deleteDeployment: async (name) => {
      await kubectl('delete', 'deployment', name, '--wait=false');
    },
    serviceAccountKubeconfig: (namespace, name) => controlPlane.serviceAccountKubeconfig(namespace, name),
    startProcess: (program) => controlPlane.startProcess(program),
    [Symbol.asyncDispose]: () => controlPlane[Symbol.asyncDispose](),
  };
}
