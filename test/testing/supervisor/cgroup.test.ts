import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cgroupHierarchies, memberIds } from '../../../lib/testing/supervisor/cgroup.ts';

describe('cgroupHierarchies', () => {
  it('cgroupHierarchies finds the hierarchies of both versions among the mounts', () => {
    const mounts = [
      'tmpfs /sys/fs/cgroup tmpfs rw,mode=755 0 0',
      'cgroup /sys/fs/cgroup/memory cgroup rw,relatime,memory 0 0',
      'cgroup2 /sys/fs/cgroup/unified cgroup2 rw,relatime 0 0',
      '',
    ];
    assert.deepEqual(cgroupHierarchies(mounts.join('\n')), [
      { path: '/sys/fs/cgroup/memory', version: 1, options: ['rw', 'relatime', 'memory'] },
      { path: '/sys/fs/cgroup/unified', version: 2, options: ['rw', 'relatime'] },
    ]);
  });

  it('cgroupHierarchies finds no hierarchy without mounted cgroups', () => {
    assert.deepEqual(cgroupHierarchies('proc /proc proc rw 0 0\n'), []);
  });
});

describe('memberIds', () => {
  it('memberIds leaves out processes of other PID namespaces, whose id 0 means the caller’s own group', () => {
    assert.deepEqual(memberIds('0\n12\n0\n345\n'), [12, 345]);
    assert.deepEqual(memberIds(''), []);
  });
});
