// Readiness beside the verdicts of kstatus itself, over states of all its kinds. `kstatus/judge.ts` has them written.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { readiness } from '../../lib/render/index.ts';
import { objectStates } from './kstatus/object-state.ts';

const verdicts = readFileSync(new URL('kstatus/verdicts.txt', import.meta.url), 'utf8').trim();

/**
 * The differences that the table of docs/writing-an-operator.md lists, as `kind: kstatus → here`, and the spec and status
 * that make them. C is current, I in progress, F failed.
 */
const differences: Readonly<Record<string, RegExp>> = {
  'APIService: C → I': /^/,
  'Any: I → F': /"Degraded","status":"True"/,
  'DaemonSet: I → C': /"OnDelete"/,
  'Deployment: I → C': /"DeploymentPaused"/,
  'Job: C → I': /"startTime"/,
  'Job: I → C': /"Suspended","status":"True"/,
  'PersistentVolumeClaim: I → F': /"Lost"/,
  'Pod: C → F': /"Failed"/,
  'Pod: F → I': /"Unschedulable"/,
  'ReplicaSet: C → I': /,null\]$/,
  'Service: C → I': /"LoadBalancer"/,
  'StatefulSet: C → I': /"OnDelete"|,null\]$/,
};

describe('readiness', () => {
  it('is what kstatus says, but for the differences that the documentation lists', () => {
    const objects = objectStates();
    assert.equal(verdicts.length, objects.length);
    const found = objects.flatMap((object, index) => {
      const [ours] = readiness(object).state.toUpperCase();
      const line = `${object.kind}: ${verdicts[index]} → ${ours}`;
      return verdicts[index] === ours ? [] : [{ line, state: JSON.stringify([object.spec, object.status]) }];
    });
    const unlisted = found.filter(({ line, state }) => differences[line]?.test(state) !== true);
    assert.deepEqual(unlisted, []);
    assert.deepEqual([...new Set(found.map(({ line }) => line))].sort(), Object.keys(differences).sort());
  });
});
