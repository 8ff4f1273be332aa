import {
  type GoModule,
  goModule,
  kubernetesStamps,
  readModuleFiles,
  requiredKubernetes,
} from '../toolchain/go-module.ts';

/** A release of Kubernetes: the library's current one, or the oldest that operators support. */
export type KubernetesRelease = 'current' | 'oldest';

/** The module of a release's binaries: all of the current release, the API server and scheduler of the oldest. */
export interface ReleaseModule extends GoModule {
  /** The release of Kubernetes, such as `v1.36.3`, as go.mod requires it. */
  readonly kubernetes: string;
}

/**
 * Release → directory of its module, also in the published package, its binaries, and the remedy on a machine without
 * Go.
 */
const modules: Readonly<
  Record<KubernetesRelease, { directory: string; contents: string; instead: string; renamed?: GoModule['renamed'] }>
> = {
  current: {
    directory: './',
    contents: 'the control plane',
    instead: 'or set KUBEBUILDER_ASSETS to a directory that has etcd, kubectl and the kube-* binaries and kwok',
    // The package is go.etcd.io/etcd/server.
    renamed: [['server', 'etcd']],
  },
  oldest: {
    directory: './oldest/',
    contents: 'the API server and scheduler',
    instead: 'or do without the API server of the oldest release',
  },
};

/** Reads the module of a release. @throws Error if its go.mod doesn't require Kubernetes */
export async function releaseModule(release: KubernetesRelease): Promise<ReleaseModule> {
  const { directory, contents, instead, renamed = [] } = modules[release];
  const files = await readModuleFiles(new URL(directory, import.meta.url));
  const kubernetes = requiredKubernetes(files.get('go.mod') ?? '');
  const title = `${contents} of Kubernetes ${kubernetes}`;
  const stamps = kubernetesStamps(kubernetes);
  return { ...goModule(files, { title, duration: 'about 5 min', instead, stamps, renamed }), kubernetes };
}
