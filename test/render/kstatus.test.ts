// Compares readiness with the results of kstatus, for states of all its kinds. `kstatus/evaluate.ts` writes them.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { readiness } from '../../lib/render/index.ts';
import { objectStates } from './kstatus/object-state.ts';

const results = readFileSync(new URL('kstatus/results.txt', import.meta.url), 'utf8').trim();

/**
 * The differences in the table of docs/writing-an-operator.md, as `kind: kstatus → Operand`, with a pattern of the spec
 * and status that cause them. C is current, I in progress, F failed.
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
  it('readiness equals the result of kstatus, except for the documented differences', () => {
    const objects = objectStates();
    assert.equal(results.length, objects.length);
    const found = objects.flatMap((object, index) => {
      const [ours] = readiness(object).state.toUpperCase();
      const line = `${object.kind}: ${results[index]} → ${ours}`;
      return results[index] === ours ? [] : [{ line, state: JSON.stringify([object.spec, object.status]) }];
    });
    const unlisted = found.filter(({ line, state }) => differences[line]?.test(state) !== true);
    assert.deepEqual(unlisted, []);
    assert.deepEqual([...new Set(found.map(({ line }) => line))].sort(), Object.keys(differences).sort());
  });
});
