import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject, StoredObject } from '../../lib/api/index.ts';
import { readiness } from '../../lib/render/index.ts';

/**
 * Returns the readiness of an object whose controller has observed the current spec, unless the status says otherwise.
 */
function validate(
  apiVersion: string,
  kind: string,
  { spec = {}, status, ...metadata }: { spec?: JsonObject; status?: JsonObject; deletionTimestamp?: string } = {},
): string {
  const identity = {
    name: 'a',
    uid: 'a',
    resourceVersion: '1',
    generation: 2,
    creationTimestamp: '2030-01-01T00:00:00Z',
  };
  const seen = { observedGeneration: 2, ...status };
  const object: StoredObject = {
    apiVersion,
    kind,
    metadata: { ...identity, ...metadata },
    spec,
    ...(status !== undefined && { status: seen }),
  };
  const result = readiness(object);
  return result.state === 'current' ? 'current' : `${result.state}: ${result.message}`;
}

const says = (type: string, status: string, words: JsonObject = {}) => ({ type, status, ...words });

describe('the readiness of an object', () => {
  it('an object is in progress while it is being deleted', () => {
    assert.equal(
      validate('v1', 'ConfigMap', { deletionTimestamp: '2030-01-01T00:00:00Z' }),
      'in-progress: is being deleted',
    );
  });

  it('an object is in progress until its controller has observed the current spec, for any status', () => {
    const status = { observedGeneration: 1, updatedReplicas: 1, availableReplicas: 1, replicas: 1 };
    assert.equal(
      validate('apps/v1', 'Deployment', { status }),
      'in-progress: has a change that its controller has not observed yet',
    );
  });

  it('an object is in progress if its controller has observed a later generation, as after a restore', () => {
    assert.equal(
      validate('apps/v1', 'Deployment', { spec: { replicas: 0 }, status: { observedGeneration: 3 } }),
      'in-progress: has a change that its controller has not observed yet',
    );
  });

  it('an object is in progress until a condition is about the current spec, if conditions have generations', () => {
    const of = (observedGeneration: number, ready = 'True') =>
      validate('cert-manager.io/v1', 'Certificate', {
        status: { conditions: [says('Ready', ready, { observedGeneration, message: 'not issued' })] },
      });
    assert.equal(of(1), 'in-progress: has a change that its controller has not observed yet');
    assert.equal(of(1, 'False'), 'in-progress: has a change that its controller has not observed yet');
    assert.equal(of(2), 'current');
    assert.equal(of(2, 'False'), 'in-progress: not issued');
    // A restore from a backup restarts the count of generations.
    assert.equal(of(3), 'in-progress: has a change that its controller has not observed yet');
  });

  it('the readiness of any kind follows its conditions Stalled and Reconciling', () => {
    for (const [apiVersion, kind] of [
      ['example.com/v1', 'Any'],
      ['policy/v1', 'PodDisruptionBudget'],
      ['batch/v1', 'Job'],
    ] as const) {
      const of = (...conditions: JsonObject[]) =>
        validate(apiVersion, kind, {
          status: { conditions: [says('Ready', 'True'), says('Complete', 'True'), ...conditions] },
        });
      assert.equal(of(says('Reconciling', 'True', { message: 'rolls out' })), 'in-progress: rolls out');
      assert.equal(of(says('Reconciling', 'True')), 'in-progress: is being reconciled');
      assert.equal(
        of(says('Reconciling', 'True'), says('Stalled', 'True', { message: 'no quota' })),
        'failed: no quota',
      );
      assert.equal(of(says('Reconciling', 'False'), says('Stalled', 'False')), 'current');
      assert.equal(of(says('Stalled', 'True', { observedGeneration: 1 })), 'current');
    }
  });
});

describe('the readiness of a Deployment', () => {
  const of = (spec: JsonObject, status?: JsonObject) =>
    validate('apps/v1', 'Deployment', { spec, ...(status && { status }) });

  it('the readiness of a Deployment counts the pods that are updated and available', () => {
    assert.equal(of({ replicas: 2 }), 'in-progress: 0 of 2 pods available');
    assert.equal(of({ replicas: 2 }, {}), 'in-progress: 0 of 2 pods available');
    assert.equal(of({ replicas: 2 }, { replicas: 2, updatedReplicas: 2 }), 'in-progress: 0 of 2 pods available');
    const half = { replicas: 2, updatedReplicas: 2, availableReplicas: 1 };
    assert.equal(of({ replicas: 2 }, half), 'in-progress: 1 of 2 pods available');
    assert.equal(of({ replicas: 2 }, { ...half, availableReplicas: 2 }), 'current');
  });

  it('the readiness of a Deployment does not count old pods, and waits until they are gone', () => {
    const spec = { replicas: 3 };
    const updating = { replicas: 4, updatedReplicas: 1, availableReplicas: 3 };
    assert.equal(of(spec, updating), 'in-progress: 1 of 3 pods available');
    assert.equal(of(spec, { ...updating, updatedReplicas: 3 }), 'in-progress: 1 old pods to go');
  });

  it('a Deployment requires one pod by default, and none when scaled to zero', () => {
    assert.equal(of({}, {}), 'in-progress: 0 of 1 pods available');
    assert.equal(of({ replicas: 0 }), 'in-progress: 0 of 0 pods available');
    assert.equal(of({ replicas: 0 }, {}), 'current');
  });

  it('a Deployment has failed when it makes no progress', () => {
    const stuck = says('Progressing', 'False', { reason: 'ProgressDeadlineExceeded', message: 'timed out' });
    assert.equal(of({}, { conditions: [stuck] }), 'failed: timed out');
    assert.equal(of({}, { conditions: [{ ...stuck, message: '' }] }), 'failed: makes no progress');
  });
});

describe('the readiness of a ReplicaSet', () => {
  it('a ReplicaSet is ready with all its pods', () => {
    const of = (status?: JsonObject) =>
      validate('apps/v1', 'ReplicaSet', { spec: { replicas: 2 }, ...(status && { status }) });
    const whole = { availableReplicas: 2, fullyLabeledReplicas: 2 };
    assert.equal(of(), 'in-progress: 0 of 2 pods available');
    assert.equal(of({ ...whole, availableReplicas: 1 }), 'in-progress: 1 of 2 pods available');
    assert.equal(of({ ...whole, fullyLabeledReplicas: 1 }), 'in-progress: 1 of 2 pods available');
    assert.equal(of(whole), 'current');
    assert.equal(of({ ...whole, replicas: 3 }), 'in-progress: 1 old pods to go');
    const failure = says('ReplicaFailure', 'True', { message: 'exceeded quota' });
    assert.equal(of({ ...whole, conditions: [failure] }), 'in-progress: exceeded quota');
  });
});

describe('the readiness of a StatefulSet', () => {
  const of = (spec: JsonObject, status?: JsonObject) =>
    validate('apps/v1', 'StatefulSet', { spec: { replicas: 3, ...spec }, ...(status && { status }) });
  const updating = { replicas: 3, readyReplicas: 3, updatedReplicas: 1, currentRevision: 'a', updateRevision: 'b' };

  it('the readiness of a StatefulSet counts the pods that are ready', () => {
    assert.equal(of({}), 'in-progress: 0 of 3 pods available');
    const growing = { replicas: 3, readyReplicas: 2, updatedReplicas: 3 };
    assert.equal(of({}, growing), 'in-progress: 2 of 3 pods available');
    assert.equal(of({}, { ...growing, readyReplicas: 3 }), 'current');
  });

  it('the readiness of a StatefulSet counts the pods that have been ready for minReadySeconds', () => {
    const status = { replicas: 3, readyReplicas: 3, availableReplicas: 1, updatedReplicas: 3 };
    assert.equal(of({ minReadySeconds: 10 }, status), 'in-progress: 1 of 3 pods available');
    assert.equal(of({ minReadySeconds: 10 }, { ...status, availableReplicas: 3 }), 'current');
    assert.equal(of({ minReadySeconds: 0 }, status), 'current');
  });

  it('the readiness of a StatefulSet waits until surplus pods are gone', () => {
    assert.equal(of({}, { replicas: 5, readyReplicas: 5 }), 'in-progress: 2 old pods to go');
  });

  it('the readiness of a StatefulSet waits until all pods are updated', () => {
    assert.equal(of({}, updating), 'in-progress: its pods are being updated');
    assert.equal(of({}, { ...updating, updatedReplicas: 3 }), 'current');
  });

  it('the readiness of a StatefulSet waits for pods of a reverted update, whose revisions are equal again', () => {
    assert.equal(of({}, { ...updating, updateRevision: 'a' }), 'in-progress: its pods are being updated');
  });

  it('the readiness of a StatefulSet waits only for the pods that the partition updates', () => {
    const rolling = (partition: number) => ({
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition } },
    });
    assert.equal(of(rolling(1), updating), 'in-progress: its pods are being updated');
    assert.equal(of(rolling(2), updating), 'current');
    assert.equal(of(rolling(0), { ...updating, updatedReplicas: 2 }), 'in-progress: its pods are being updated');
  });

  it('the readiness of a StatefulSet doesn’t wait for pods that a user has to delete first', () => {
    assert.equal(of({ updateStrategy: { type: 'OnDelete' } }, updating), 'current');
  });
});

describe('the readiness of a DaemonSet', () => {
  const of = (status?: JsonObject, spec: JsonObject = {}) =>
    validate('apps/v1', 'DaemonSet', { spec, ...(status && { status }) });

  it('the readiness of a DaemonSet counts the nodes that it runs on', () => {
    assert.equal(of(), 'in-progress: has yet to be scheduled');
    const running = { desiredNumberScheduled: 2, updatedNumberScheduled: 2 };
    assert.equal(of({ ...running, numberAvailable: 1 }), 'in-progress: 1 of 2 pods available');
    assert.equal(of({ ...running, numberAvailable: 2 }), 'current');
  });

  it('a DaemonSet waits until all pods are updated, unless a user has to delete them first', () => {
    const status = { desiredNumberScheduled: 2, numberAvailable: 2, updatedNumberScheduled: 1 };
    assert.equal(of(status), 'in-progress: its pods are being updated');
    assert.equal(of(status, { updateStrategy: { type: 'OnDelete' } }), 'current');
  });
});

describe('the readiness of a Job', () => {
  const of = (...conditions: readonly JsonObject[]) => validate('batch/v1', 'Job', { status: { conditions } });

  it('a Job is ready when it has completed', () => {
    assert.equal(of(), 'in-progress: has not completed');
    assert.equal(of(says('Complete', 'True')), 'current');
  });

  it('a Job is ready when it is suspended', () => {
    assert.equal(of(says('Suspended', 'True')), 'current');
    assert.equal(of(says('Suspended', 'False')), 'in-progress: has not completed');
  });

  it('a Job has failed when its condition Failed is true', () => {
    assert.equal(of(says('Failed', 'True', { message: 'too many retries' })), 'failed: too many retries');
    assert.equal(of(says('Failed', 'True')), 'failed: has failed');
    assert.equal(of(says('Failed', 'False')), 'in-progress: has not completed');
  });
});

describe('the readiness of a Pod', () => {
  it('a Pod is ready when its condition is true or it has succeeded', () => {
    const of = (phase: string, ready: string) =>
      validate('v1', 'Pod', { status: { phase, conditions: [says('Ready', ready)] } });
    assert.equal(of('Running', 'True'), 'current');
    assert.equal(of('Running', 'False'), 'in-progress: is not ready');
    assert.equal(of('Succeeded', 'False'), 'current');
    assert.equal(of('Failed', 'False'), 'failed: has failed');
  });
});

describe('the readiness of a Pod whose containers crash', () => {
  it('a Pod has failed when its containers crash, and the message names them', () => {
    const container = (name: string, reason: string) => ({ name, state: { waiting: { reason } } });
    const of = (...containerStatuses: JsonObject[]) =>
      validate('v1', 'Pod', { status: { phase: 'Running', containerStatuses } });
    assert.equal(
      of(container('web', 'CrashLoopBackOff'), container('log', 'PodInitializing')),
      'failed: containers crash again and again: web',
    );
    assert.equal(of(container('web', 'ContainerCreating')), 'in-progress: is not ready');
  });
});

describe('the readiness of a CustomResourceDefinition', () => {
  const of = (...conditions: JsonObject[]) =>
    validate('apiextensions.k8s.io/v1', 'CustomResourceDefinition', { status: { conditions } });

  it('a CustomResourceDefinition is ready when its kind is served', () => {
    const accepted = says('NamesAccepted', 'True');
    assert.equal(of(), 'in-progress: is not served yet');
    assert.equal(
      of(accepted, says('Established', 'False', { reason: 'Installing' })),
      'in-progress: is not served yet',
    );
    assert.equal(of(accepted, says('Established', 'True')), 'current');
  });

  it('a CustomResourceDefinition has failed if another one has its names, or if it is not to be served', () => {
    const taken = says('NamesAccepted', 'False', { message: '"boxes" is already in use' });
    assert.equal(of(says('Established', 'True'), taken), 'failed: "boxes" is already in use');
    assert.equal(of(says('Established', 'False', { reason: 'NotAccepted' })), 'failed: is not served');
  });
});

describe('the readiness of an APIService', () => {
  it('an APIService is ready when its server is available', () => {
    const of = (...conditions: JsonObject[]) =>
      validate('apiregistration.k8s.io/v1', 'APIService', { status: { conditions } });
    assert.equal(of(), 'in-progress: is not available');
    assert.equal(of(says('Available', 'False', { message: 'no endpoints' })), 'in-progress: no endpoints');
    assert.equal(of(says('Available', 'True')), 'current');
  });
});

describe('the readiness of a volume claim', () => {
  it('a volume claim is ready when it is bound', () => {
    const of = (phase: string) => validate('v1', 'PersistentVolumeClaim', { status: { phase } });
    assert.equal(of('Bound'), 'current');
    assert.equal(of('Pending'), 'in-progress: is not bound to a volume');
    assert.equal(of('Lost'), 'failed: has lost its volume');
  });
});

describe('the readiness of a Service', () => {
  it('a Service is ready immediately, except with a load balancer', () => {
    const of = (type: string, status: JsonObject = {}) => validate('v1', 'Service', { spec: { type }, status });
    assert.equal(of('ClusterIP'), 'current');
    assert.equal(of('LoadBalancer'), 'in-progress: has no load balancer');
    assert.equal(of('LoadBalancer', { loadBalancer: { ingress: [] } }), 'in-progress: has no load balancer');
    assert.equal(of('LoadBalancer', { loadBalancer: { ingress: [{ ip: '10.0.0.1' }] } }), 'current');
  });
});

describe('the readiness of any other kind', () => {
  const of = (...conditions: readonly JsonObject[]) => validate('example.com/v1', 'Any', { status: { conditions } });

  it('an object of another kind is ready without conditions', () => {
    assert.equal(validate('v1', 'ConfigMap'), 'current');
    assert.equal(of(says('Swept', 'False')), 'current');
  });

  it('the readiness of any other kind follows its Ready condition', () => {
    assert.equal(of(says('Ready', 'True')), 'current');
    assert.equal(of(says('Ready', 'False', { message: 'half full' })), 'in-progress: half full');
    assert.equal(of(says('Ready', 'Unknown')), 'in-progress: is not ready');
  });

  it('an object of another kind has failed if it doesn’t recover by itself', () => {
    const notReady = says('Ready', 'False', { message: 'no space' });
    assert.equal(of(notReady, says('Degraded', 'True')), 'failed: no space');
    assert.equal(of(notReady, says('Degraded', 'False')), 'in-progress: no space');
    assert.equal(of(says('Ready', 'True'), says('Degraded', 'True')), 'current');
    assert.equal(of(notReady, says('Stalled', 'True', { message: 'no disk' })), 'failed: no disk');
  });

  it('the readiness of another kind differs from that of a built-in kind of the same name', () => {
    assert.equal(validate('example.com/v1', 'Deployment', { status: {} }), 'current');
  });

  it('a ResourceQuota is in progress while its limits are not in its status', () => {
    const of = (status: JsonObject) =>
      validate('v1', 'ResourceQuota', { spec: { hard: { cpu: '2', pods: '1' } }, status });
    assert.equal(of({}), 'in-progress: is not enforced yet');
    assert.equal(of({ hard: { cpu: '1', pods: '1' } }), 'in-progress: is not enforced yet');
    assert.equal(of({ hard: { cpu: '2', pods: '1' }, used: { cpu: '0', pods: '0' } }), 'current');
  });
});
