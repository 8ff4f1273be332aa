/** What a containerd is told. */
export interface ContainerdProps {
  /** Directory of images and containers. */
  readonly root: string;
  /** Directory of what goes with the process. */
  readonly state: string;
  /** Path of the socket that it is spoken with. */
  readonly socket: string;
}

/** What a node's containerd is told besides. */
export interface NodeContainerdProps extends ContainerdProps {
  /** Directory of the plugins that connect pods, and of the file that says which. */
  readonly podNetwork: { readonly plugins: string; readonly configuration: string };
  /** Path of runc. */
  readonly runtime: string;
  /** Path of what a container is made from before its pod says anything. */
  readonly baseSpec: string;
  /** The image that holds the namespaces of a pod. */
  readonly pause: string;
}

/** Storage and tracing that nobody here has; what would reach into the system's `/opt` is among it. */
const unused = [
  'io.containerd.internal.v1.opt',
  'io.containerd.internal.v1.tracing',
  'io.containerd.nri.v1.nri',
  'io.containerd.snapshotter.v1.blockfile',
  'io.containerd.snapshotter.v1.erofs',
  'io.containerd.snapshotter.v1.native',
  'io.containerd.tracing.processor.v1.otlp',
];

/**
 * Configuration of a containerd that only takes in images.
 *
 * @see https://github.com/containerd/containerd/blob/main/docs/man/containerd-config.toml.5.md
 */
export function importerConfiguration(props: ContainerdProps): string {
  return configuration(props, [
    ...unused,
    'io.containerd.cri.v1.images',
    'io.containerd.cri.v1.runtime',
    'io.containerd.grpc.v1.cri',
  ]);
}

/** Configuration of a node's containerd. */
export function nodeConfiguration(props: NodeContainerdProps): string {
  const { podNetwork, runtime, baseSpec, pause } = props;
  return `${configuration(props, unused)}
[plugins.'io.containerd.cri.v1.images']
  snapshotter = 'overlayfs'
  [plugins.'io.containerd.cri.v1.images'.pinned_images]
    sandbox = ${quoted(pause)}
[plugins.'io.containerd.cri.v1.runtime']
  # To be killed less readily takes a right that containers and small machines don't have.
  restrict_oom_score_adj = true
  disable_apparmor = true
  [plugins.'io.containerd.cri.v1.runtime'.cni]
    bin_dirs = [${quoted(podNetwork.plugins)}]
    conf_dir = ${quoted(podNetwork.configuration)}
    use_internal_loopback = true
  [plugins.'io.containerd.cri.v1.runtime'.containerd]
    default_runtime_name = 'runc'
    [plugins.'io.containerd.cri.v1.runtime'.containerd.runtimes.runc]
      runtime_type = 'io.containerd.runc.v2'
      base_runtime_spec = ${quoted(baseSpec)}
      [plugins.'io.containerd.cri.v1.runtime'.containerd.runtimes.runc.options]
        BinaryName = ${quoted(runtime)}
        SystemdCgroup = false
`;
}

function configuration({ root, state, socket }: ContainerdProps, disabled: readonly string[]): string {
  return `version = 3
root = ${quoted(root)}
state = ${quoted(state)}
oom_score = 0
disabled_plugins = [${disabled.map(quoted).join(', ')}]
[grpc]
  address = ${quoted(socket)}
`;
}

/** In TOML what stands in these quotes is taken as it is. */
function quoted(text: string): string {
  return `'${text}'`;
}
