/** Words that begin a command line whose process is to have the network of another. @param pid - of the other */
export function networkEntry(pid: number): readonly [string, ...string[]] {
  return ['nsenter', `--net=/proc/${pid}/ns/net`, '--'];
}
