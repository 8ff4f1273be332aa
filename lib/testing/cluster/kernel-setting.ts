// Enters: a directory of a node. Leaves: words that begin the command line of its kubelet, which then finds the kernel set as
// it wants, while it stays as this machine has set it. Called by ClusterNode.

/**
 * What a kubelet wants the kernel to be set to, by paths below `/proc/sys`. These settings are the whole machine's: no namespace
 * holds them.
 *
 * @see https://github.com/kubernetes/kubernetes/blob/v1.36.3/pkg/kubelet/cm/container_manager_linux.go, setupKernelTunables
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
 * Words that begin the command line of a kubelet: it alone sees files in place of the settings. The process stays the same, and
 * what it mounts elsewhere reaches the node as before.
 *
 * @param directory - for the files
 */
export function kernelSettingsEntry(directory: string): readonly string[] {
  const lines = Object.entries(kernelSettings).flatMap(([path, value]) => {
    const file = `"$0/${path.replaceAll('/', '.')}"`;
    return [`echo ${value} > ${file}`, `mount --bind ${file} /proc/sys/${path}`];
  });
  // Where containerd saw these mounts, the kernel would refuse a /proc to pods with users of their own.
  const script = ['mount --make-private /proc', ...lines, 'exec "$@"'].join('\n');
  return ['unshare', '--mount', '--propagation', 'unchanged', '--', 'sh', '-ec', script, directory];
}
