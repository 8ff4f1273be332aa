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

/** Directories of the programs of nodes. */
export interface NodeBinaries {
  /** Directory of kubelet, kube-proxy, and the test kit's `dns`, `gateway` and `pause`. */
  readonly kubernetes: string;
  /** Directory of containerd, its shim and client, and of the CNI plugins. */
  readonly containerRuntime: string;
}

const instead = 'or do without a cluster: a ControlPlane is enough for most tests';

/** Returns the module of the Kubernetes programs of a node, and of the test kit's. */
export async function kubernetesModule(): Promise<GoModule> {
  const files = await readModuleFiles(new URL('./kubernetes/', import.meta.url), ['dns', 'gateway', 'pause']);
  const kubernetes = requiredKubernetes(files.get('go.mod') ?? '');
  const title = `the node of Kubernetes ${kubernetes}`;
  return goModule(files, { title, duration: 'about 5 min', instead, stamps: kubernetesStamps(kubernetes) });
}

/** Returns the module of the container runtime. */
export async function containerRuntimeModule(): Promise<GoModule> {
  const files = await readModuleFiles(new URL('./container-runtime/', import.meta.url));
  // Storage drivers that tests don't use, and that need libraries of the system.
  const tags = ['no_btrfs', 'no_devmapper', 'no_zfs'];
  return goModule(files, { title: 'containerd', duration: 'about 3 min', instead, tags });
}

/**
 * Finds the programs of nodes in the user's cache; builds them if they are missing.
 *
 * @throws ToolchainError if they are missing and can't be built.
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
