import {
  type GoModule,
  goModule,
  kubernetesStamps,
  readModuleFiles,
  requiredKubernetes,
} from '../toolchain/go-module.ts';

/** Which Kubernetes: the newest that the library knows, or the oldest that operators are for. */
export type KubernetesRelease = 'current' | 'oldest';

/** What the binaries of a release are built from: all of the current one, what its age matters to of the oldest. */
export interface ReleaseModule extends GoModule {
  /** The release of Kubernetes, such as `v1.36.3`. Written in go.mod only. */
  readonly kubernetes: string;
}

/** Release → where its module is, in the published package too, what it builds, and what helps where there is no Go. */
const modules: Readonly<
  Record<KubernetesRelease, { directory: string; contents: string; instead: string; renamed?: GoModule['renamed'] }>
> = {
  current: {
    directory: './',
    contents: 'the control plane',
    instead: 'or set KUBEBUILDER_ASSETS to a directory that has etcd, kubectl and the kube-* binaries and kwok',
    // Of go.etcd.io/etcd/server.
    renamed: [['server', 'etcd']],
  },
  oldest: {
    directory: './oldest/',
    contents: 'the API server and scheduler',
    instead: 'or do without the API server of the oldest release',
  },
};

/** Reads the module of a release. @throws Error when its go.mod names no Kubernetes */
export async function releaseModule(release: KubernetesRelease): Promise<ReleaseModule> {
  const { directory, contents, instead, renamed = [] } = modules[release];
  const files = await readModuleFiles(new URL(directory, import.meta.url));
  const kubernetes = requiredKubernetes(files.get('go.mod') ?? '');
  const title = `${contents} of Kubernetes ${kubernetes}`;
  const stamps = kubernetesStamps(kubernetes);
  return { ...goModule(files, { title, duration: 'about 5 min', instead, stamps, renamed }), kubernetes };
}
