import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { missingNode } from '../../../lib/testing/cluster/machine-trial.ts';

describe('makingLack', () => {
  it('explains EBUSY by the processes of the container’s cgroup', () => {
    const error = Object.assign(new Error('EBUSY: resource busy or locked, write'), { code: 'EBUSY' });
    assert.equal(
      missingNode(error),
      "its cgroups begin at the container's, which has processes: start the container with --cgroupns=host",
    );
  });

  it('quotes any other error', () => {
    const error = Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS' });
    assert.match(missingNode(error), /^it may not make cgroups \(Error: EROFS.*\): run a container as privileged/);
  });
});
