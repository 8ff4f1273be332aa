// In: a directory of a node. Out: the beginning of the command line of its kubelet, which then reads the kernel
// settings that it requires; the machine's settings stay unchanged. Called by ClusterNode.

/**
 * The kernel settings that a kubelet requires, by paths below `/proc/sys`. They hold for the whole machine, as no
 * namespace has them.
 *
 * @see https://github.com/kubernetes/kubernetes/blob/v1.36.3/pkg/kubelet/cm/container_manager_linux.go,
 *   setupKernelTunables
 */
export const kernelSettings: Readonly<Record<string, number>> = {
  'vm/overcommit_memory': 1,
  'vm/panic_on_oom': 0,
  'kernel/panic': 10,
  'kernel/panic_on_oops': 1,
  'kernel/keys/root_maxkeys': 1_000_000,
  'kernel/keys/root_maxbytes': 25_000_000,
};

/**
 * Returns the beginning of the command line of a kubelet that sees files in place of these settings. The words `exec`
 * the kubelet, and its other mounts still reach the node.
 *
 * @param directory - of the files
 */
export function kernelSettingsEntry(directory: string): readonly string[] {
  const lines = Object.entries(kernelSettings).flatMap(([path, value]) => {
    const file = `"$0/${path.replaceAll('/', '.')}"`;
    return [`echo ${value} > ${file}`, `mount --bind ${file} /proc/sys/${path}`];
  });
  // If containerd saw these mounts, the kernel would refuse a /proc to pods with user namespaces.
  const script = ['mount --make-private /proc', ...lines, 'exec "$@"'].join('\n');
  return ['unshare', '--mount', '--propagation', 'unchanged', '--', 'sh', '-ec', script, directory];
}
