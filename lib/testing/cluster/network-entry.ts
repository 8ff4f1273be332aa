/**
 * Returns the beginning of a command line that runs in the network namespace of a process.
 *
 * @param pid - of that process
 */
export function networkEntry(pid: number): readonly [string, ...string[]] {
  return ['nsenter', `--net=/proc/${pid}/ns/net`, '--'];
}
