import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defaultAddress } from '../../../lib/cli/run/default-address.ts';

const pod = { KUBERNETES_SERVICE_HOST: '10.0.0.1' };

describe('the default address of a server', () => {
  it('is loopback on a machine outside of a cluster', () => {
    assert.equal(defaultAddress(8081, { environment: {} }), '127.0.0.1:8081');
    assert.equal(defaultAddress(9443, { environment: {}, calledAs: '127.0.0.1' }), '127.0.0.1:9443');
    assert.equal(defaultAddress(9443, { environment: {}, calledAs: '::1' }), '127.0.0.1:9443');
  });

  it('is all interfaces in a pod', () => {
    assert.equal(defaultAddress(8081, { environment: pod }), ':8081');
    assert.equal(defaultAddress(9443, { environment: pod, calledAs: '127.0.0.1' }), ':9443');
  });

  it('is all interfaces where API servers call it by the name of its machine', () => {
    assert.equal(defaultAddress(9443, { environment: {}, calledAs: 'laptop.example.com' }), ':9443');
  });
});
