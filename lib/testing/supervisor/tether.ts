import { spawnSync } from 'node:child_process';
import { membershipFile } from './cgroup.ts';
import { systemProgram } from './system-program.ts';

/**
 * Words that begin a command line whose process ends with the one that starts it, even if that is killed before it could end
 * anything itself. The process stays the same: they exec. None where the system has no means for it.
 *
 * @param cgroup - a cgroup that the process is to be in, and all that it starts. @default that of the one that starts it
 */
export function tether(cgroup?: string): readonly string[] {
  const join = cgroup === undefined ? [] : ['/bin/sh', '-c', 'echo $$ > "$0" && exec "$@"', membershipFile(cgroup)];
  return [...parentDeath(), ...join];
}

let ending: readonly string[] | undefined;

/** Asked once in a process. Of setpriv there is a small version that can't, and none but on Linux. */
function parentDeath(): readonly string[] {
  const [setpriv, option] = [systemProgram('setpriv'), '--pdeathsig=KILL'];
  const works = () => setpriv !== undefined && spawnSync(setpriv, [option, 'true']).status === 0;
  ending ??= setpriv !== undefined && works() ? [setpriv, option] : [];
  return ending;
}
