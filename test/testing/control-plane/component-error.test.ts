import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ComponentError } from '../../../lib/testing/control-plane/component-error.ts';

describe('ComponentError', () => {
  const error = new ComponentError({
    code: 'component-ended',
    component: 'etcd',
    problem: 'ended by itself with code 1',
    remedy: 'free some disk',
    log: 'first\nno space left on device\n',
  });

  it('a component error names the component and the remedy, and quotes the component’s log', () => {
    assert.equal(
      error.message,
      'etcd ended by itself with code 1: free some disk; the end of its log:\n  first\n  no space left on device',
    );
    assert.equal(error.component, 'etcd');
  });

  it('a component error is recognised by its brand', () => {
    assert.ok(ComponentError.is(error));
    assert.ok(!ComponentError.is(new Error(error.message)));
  });
});
