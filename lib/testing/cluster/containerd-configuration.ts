import { fieldsAt, fieldsIn } from '../../schema/index.ts';
import { parsedJson } from '../embedded/json-text.ts';

/** Configuration values of a containerd. */
export interface ContainerdProps {
  /** Directory of images and containers. */
  readonly root: string;
  /** Directory of the files that end with the process. */
  readonly state: string;
  /** Path of its socket. */
  readonly socket: string;
}

/** Further configuration values of a node's containerd. */
export interface NodeContainerdProps extends ContainerdProps {
  /** Directory of the CNI plugins, and of their configuration. */
  readonly podNetwork: { readonly plugins: string; readonly configuration: string };
  /** Path of runc. */
  readonly runtime: string;
  /** Path of the specification with which each container begins. */
  readonly baseSpec: string;
  /** The image that holds the namespaces of a pod. */
  readonly pause: string;
}

/** Plugins for storage and tracing that tests don't use; some would write to the system's `/opt`. */
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
 * Returns the configuration of a containerd that only imports images.
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

/** Returns the configuration of a node's containerd. */
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

/** Quotes a literal string of TOML, which has no escapes. */
function quoted(text: string): string {
  return `'${text}'`;
}

/**
 * Returns the specification with which containerd begins each container: its default, with this machine's limit of open
 * files.
 *
 * @param spec - containerd's default, as JSON
 * @param limit - the hard limit, as `ulimit` prints it
 * @see https://github.com/opencontainers/runtime-spec/blob/main/config.md#posix-process
 */
export function baseSpec(spec: string, limit: string): string {
  const files = /^\d+$/.test(limit.trim()) ? Number(limit) : 1_048_576;
  const own = parsedJson(spec);
  const rlimits = [{ type: 'RLIMIT_NOFILE', hard: files, soft: files }];
  return JSON.stringify({ ...fieldsIn(own), process: { ...fieldsAt(own, 'process'), rlimits } });
}
