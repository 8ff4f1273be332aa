import { spawnSync } from 'node:child_process';
import { membershipFile } from './cgroup.ts';
import { systemProgram } from './system-program.ts';

/**
 * Returns the words that begin a command line so that its process ends with its parent, even if the parent is killed.
 * They `exec` the command, so the process stays the same. Empty if the system has no means for it.
 *
 * @param cgroup - the cgroup of the process and of everything that it starts.
 * @default the parent's
 */
export function parentBoundPrefix(cgroup?: string): readonly string[] {
  const join = cgroup === undefined ? [] : ['/bin/sh', '-c', 'echo $$ > "$0" && exec "$@"', membershipFile(cgroup)];
  return [...parentDeath(), ...join];
}

let ending: readonly string[] | undefined;

/** Tested once in a process. A minimal setpriv lacks the option, and only Linux has the program. */
function parentDeath(): readonly string[] {
  const [setpriv, option] = [systemProgram('setpriv'), '--pdeathsig=KILL'];
  const works = () => setpriv !== undefined && spawnSync(setpriv, [option, 'true']).status === 0;
  ending ??= setpriv !== undefined && works() ? [setpriv, option] : [];
  return ending;
}
