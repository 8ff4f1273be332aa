import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { missingNode } from '../../../lib/testing/cluster/machine-trial.ts';

describe('missingNode', () => {
  it('EBUSY for a cgroup is explained by the processes of the container’s cgroup', () => {
    const error = Object.assign(new Error('EBUSY: resource busy or locked, write'), { code: 'EBUSY' });
    assert.equal(
      missingNode(error),
      "its cgroups begin at the container's, which has processes: start the container with --cgroupns=host",
    );
  });

  it('an error other than EBUSY for a cgroup is quoted', () => {
    const error = Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS' });
    assert.match(missingNode(error), /^it may not make cgroups \(Error: EROFS.*\): run a container as privileged/);
  });
});
