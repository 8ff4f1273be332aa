import { membershipFile } from '../supervisor/cgroup.ts';

/**
 * Words that begin a command line whose process is to be in a cgroup, and to end with its parent, if that is killed before it
 * could end anything itself. The process stays the same: they exec.
 */
export function cgroupEntry(name: string): readonly [string, ...string[]] {
  return ['setpriv', '--pdeathsig=KILL', 'sh', '-c', 'echo $$ > "$0" && exec "$@"', membershipFile(name)];
}

/** Words that begin a command line whose process is to have the network of another. @param pid - of the other */
export function networkEntry(pid: number): readonly [string, ...string[]] {
  return ['nsenter', `--net=/proc/${pid}/ns/net`, '--'];
}
