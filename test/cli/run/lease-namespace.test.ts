import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { leaseNamespace } from '../../../lib/cli/run/run.ts';

describe('the namespace of an operator’s Leases', () => {
  it('Leases are in the namespace of the pod, even if the definition has another one', () => {
    assert.equal(leaseNamespace({ namespace: 'shelf-operator-system' }, { podNamespace: 'operators' }), 'operators');
  });

  it('Leases are in the namespace of the definition outside of a pod', () => {
    assert.equal(leaseNamespace({ namespace: 'shelf-operator-system' }, {}), 'shelf-operator-system');
  });
});
