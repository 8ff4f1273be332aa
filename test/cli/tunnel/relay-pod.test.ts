import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { KubernetesObject, StoredObject } from '../../../lib/api/index.ts';
import { relayPod, relayService } from '../../../lib/cli/tunnel/relay-pod.ts';
import { operator } from '../dev/project/app.ts';

const stored = { uid: 'u', resourceVersion: '1', creationTimestamp: '2030-01-01T00:00:00Z' };
const manifest = relayService({ namespace: 'notes', name: 'operand-dev-a' });
const service: StoredObject = { ...manifest, metadata: { ...manifest.metadata, ...stored } };

it('a relay runs the operator’s image with its limits and security context, and without an account’s token', () => {
  const manifests: readonly KubernetesObject[] = operator.toJson();
  const deployment = manifests.find(({ kind }) => kind === 'Deployment');
  assert.ok(deployment);
  const { spec, metadata } = relayPod({ ...deployment, metadata: { ...deployment.metadata, ...stored } }, service, 'b');
  assert.deepEqual(metadata, {
    ...{ namespace: 'notes', name: 'operand-dev-a-b', labels: { 'operand-dev-relay': 'operand-dev-a' } },
    ownerReferences: [{ apiVersion: 'v1', kind: 'Service', name: 'operand-dev-a', uid: 'u' }],
  });
  assert.deepEqual(spec, {
    securityContext: { runAsNonRoot: true, runAsUser: 65532, seccompProfile: { type: 'RuntimeDefault' } },
    ...{ automountServiceAccountToken: false, enableServiceLinks: false, restartPolicy: 'Never' },
    terminationGracePeriodSeconds: 0,
    containers: [
      {
        ...{ image: 'example.com/note-operator:0.1.0', name: 'relay', args: ['relay'] },
        resources: { limits: { cpu: '500m', memory: '256Mi' }, requests: { cpu: '10m', memory: '128Mi' } },
        securityContext: {
          allowPrivilegeEscalation: false,
          capabilities: { drop: ['ALL'] },
          readOnlyRootFilesystem: true,
        },
        startupProbe: { tcpSocket: { port: 9443 }, periodSeconds: 1, failureThreshold: 60 },
      },
    ],
  });
});

it('the Service of a relay leads to the pods of that relay only', () => {
  assert.deepEqual(service.metadata.labels, { 'operand-dev-relay': 'operand-dev-a' });
  assert.deepEqual(service.spec, {
    selector: { 'operand-dev-relay': 'operand-dev-a' },
    ports: [{ port: 443, targetPort: 9443 }],
  });
});
