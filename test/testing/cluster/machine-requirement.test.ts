import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type MachineFacts, machineLack } from '../../../lib/testing/cluster/machine-requirement.ts';

const fit: MachineFacts = {
  platform: 'linux',
  isRoot: true,
  missingPackages: [],
  hasOverlayfs: true,
  hasBridgeFilter: true,
};

describe('machineLack', () => {
  it('is nothing where nothing is missing', () => {
    assert.equal(machineLack(fit), undefined);
  });

  const lacks: readonly (readonly [string, Partial<MachineFacts>, RegExp])[] = [
    ['another system', { platform: 'darwin', isRoot: false }, /namespaces of Linux: use a virtual machine/],
    ['another user', { isRoot: false }, /only root may make nodes: run the tests with sudo/],
    [
      'programs',
      { missingPackages: ['runc', 'iptables'] },
      /^runc, iptables is missing: apt-get install .* runc iptables$/,
    ],
    ['overlayfs', { hasOverlayfs: false }, /modprobe overlay$/],
    ['filtered bridges', { hasBridgeFilter: false }, /modprobe br_netfilter$/],
  ];
  for (const [title, facts, sentence] of lacks) {
    it(`says in one sentence what helps: ${title}`, () => {
      assert.match(machineLack({ ...fit, ...facts }) ?? '', sentence);
    });
  }
});
