// Fencing: the PostgreSQL server in a pod is stopped, and the pod stays with its volume. The names of fenced servers are in a
// file of their pods. So fencing needs no right to run programs in pods, and outlasts an absent API server.

import type { ConditionReport } from 'operand';
import { configurationDirectory } from './directory.ts';
import type { Member } from './member.ts';
import { ports } from './patroni.ts';

/** Returns the file of the fenced servers: a name a line. @param fenced - their ordinals */
export function fenceFile(cluster: string, fenced: readonly number[]): string {
  return fenced.map((ordinal) => `${cluster}-${ordinal}\n`).join('');
}

/**
 * The program of a pod. It runs Patroni, and stops it while the pod's server is fenced. Patroni stops PostgreSQL, after a
 * primary has handed over. The stopped server answers the liveness probe, so the kubelet restarts nothing. A primary that
 * lowers settings restarts PostgreSQL in place.
 */
export const serverProgram = `#!/bin/sh
set -u
is_lowering() { grep --quiet --line-regexp --fixed-strings "$PATRONI_NAME" ${configurationDirectory}/lowering; }
is_fenced() { grep --quiet --line-regexp --fixed-strings "$PATRONI_NAME" ${configurationDirectory}/fenced; }
stop() {
  kill -TERM "$program" 2>/dev/null
  wait "$program"
}
# A shell runs a trap at once only while it waits: Patroni has two seconds to release its lock when a pod is deleted by force.
pause() {
  sleep 1 &
  wait $!
}
# The file may name this server for a while after its restart.
lower() {
  patronictl --config-file ${configurationDirectory}/patroni.yml restart --force --pending --role primary \\
    "\${PATRONI_NAME%-*}" "$PATRONI_NAME" &
  wait $!
  sleep 10 &
  wait $!
}
# Patroni takes its own variables out of the environment of its programs.
export REPLICATION_PASSWORD="$PATRONI_REPLICATION_PASSWORD"
program=
trap 'trap - TERM; stop; exit 0' TERM
mkdir -p /tmp/fenced
touch /tmp/fenced/liveness
while true; do
  if is_fenced; then
    echo "the server is fenced: PostgreSQL is stopped"
    python3 -m http.server --directory /tmp/fenced ${ports.patroni} >/dev/null 2>&1 &
    program=$!
    while is_fenced; do pause; done
    stop
  else
    ${configurationDirectory}/prepare || exit
    patroni ${configurationDirectory}/patroni.yml &
    program=$!
    while ! is_fenced && kill -0 "$program" 2>/dev/null; do
      if is_lowering; then lower; else pause; fi
    done
    if is_fenced; then stop; else wait "$program" || exit; exit 0; fi
  fi
done
`;

/** Returns the condition of the fenced servers; none while none is fenced. */
export function fenceConditions(members: readonly Member[], fenced: readonly number[]): readonly ConditionReport[] {
  if (fenced.length === 0) return [];
  const type = 'Fenced';
  const running = members.filter(({ ordinal, isReady }) => isReady && fenced.includes(ordinal));
  return running.length === 0
    ? [{ type, status: 'True', reason: 'ServersStopped', message: `stopped: ${fenced.join(', ')}` }]
    : [
        {
          type,
          status: 'False',
          reason: 'ServersStop',
          message: `${running.map(({ name }) => name).join(', ')} stops`,
        },
      ];
}
