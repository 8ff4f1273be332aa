import { join } from 'node:path';
import { buildBinaries } from '../toolchain/build.ts';
import { testKitDirectory } from '../toolchain/cache-directory.ts';
import {
  buildKey,
  type GoModule,
  goModule,
  kubernetesStamps,
  readModuleFiles,
  requiredKubernetes,
} from '../toolchain/go-module.ts';

/** Where the programs of nodes are. */
export interface NodeBinaries {
  /** Directory of kubelet, kube-proxy, and of our own `dns`, `gateway` and `pause`. */
  readonly kubernetes: string;
  /** Directory of containerd, its shim and client, and of the plugins that connect pods. */
  readonly containerRuntime: string;
}

const instead = 'or do without a cluster: most is seen beside a ControlPlane, too';

/** The programs of Kubernetes on a node, and those few of ours. */
export async function kubernetesModule(): Promise<GoModule> {
  const files = await readModuleFiles(new URL('./kubernetes/', import.meta.url), ['dns', 'gateway', 'pause']);
  const kubernetes = requiredKubernetes(files.get('go.mod') ?? '');
  const title = `the node of Kubernetes ${kubernetes}`;
  return goModule(files, { title, duration: 'about 5 min', instead, stamps: kubernetesStamps(kubernetes) });
}

/** What runs containers. */
export async function containerRuntimeModule(): Promise<GoModule> {
  const files = await readModuleFiles(new URL('./container-runtime/', import.meta.url));
  // Storage that nobody here has, and that needs libraries of the system.
  const tags = ['no_btrfs', 'no_devmapper', 'no_zfs'];
  return goModule(files, { title: 'containerd', duration: 'about 3 min', instead, tags });
}

/**
 * Finds the programs of nodes in the user's cache, into which they are built if they are missing.
 *
 * @throws ToolchainError when they have to be built and can't.
 */
export async function locateNodeBinaries(signal: AbortSignal): Promise<NodeBinaries> {
  return {
    kubernetes: await builtDirectory(await kubernetesModule(), 'node', signal),
    containerRuntime: await builtDirectory(await containerRuntimeModule(), 'container-runtime', signal),
  };
}

async function builtDirectory(module: GoModule, name: string, signal: AbortSignal): Promise<string> {
  const directory = join(testKitDirectory(), name, buildKey(module));
  await buildBinaries(module, directory, signal);
  return directory;
}
