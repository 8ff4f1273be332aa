// Serves the metrics of pods to autoscalers, from the exporters in the pods: the API `custom.metrics.k8s.io`, which an
// adapter of Prometheus serves elsewhere. The nodes need the image of Node.

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { issueAuthority, issueServingCertificate } from '../../lib/certificate/index.ts';
import { systemClock } from '../../lib/clock/index.ts';
import type { Cluster } from '../../lib/testing/index.ts';
import { kubectl, patience } from '../kubectl.ts';
import { workloads } from './images/workload.ts';
import { restrictedPod } from './restricted-pod.ts';

const program = fileURLToPath(new URL('programs/pod-metrics.ts', import.meta.url));
const name = 'pod-metrics';
const port = 8443;
const rbac = 'rbac.authorization.k8s.io';
const [group, version] = ['custom.metrics.k8s.io', 'v1beta2'];

/** Starts the server in a namespace of its own; resolves when the API server reaches it. */
export async function servePodMetrics(cluster: Cluster): Promise<void> {
  const nowMs = systemClock.now();
  const authority = await issueAuthority(name, nowMs);
  const { certificate, key } = await issueServingCertificate(authority, [`${name}.${name}.svc`], nowMs);
  const metadata = { namespace: name, name, labels: { app: name } };
  const container = {
    image: workloads.node.reference,
    args: ['--input-type=module-typescript', '--eval', await readFile(program, 'utf8')],
    env: [
      { name: 'CERTIFICATE', value: certificate },
      { name: 'KEY', value: key },
      { name: 'PORT', value: String(port) },
      { name: 'NODE_EXTRA_CA_CERTS', value: '/var/run/secrets/kubernetes.io/serviceaccount/ca.crt' },
    ],
    readinessProbe: { tcpSocket: { port }, periodSeconds: 1 },
  };
  const items = [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name } },
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata },
    {
      apiVersion: `${rbac}/v1`,
      kind: 'ClusterRoleBinding',
      metadata: { name },
      roleRef: { apiGroup: rbac, kind: 'ClusterRole', name: 'view' },
      subjects: [{ kind: 'ServiceAccount', namespace: name, name }],
    },
    { apiVersion: 'v1', kind: 'Service', metadata, spec: { selector: metadata.labels, ports: [{ port }] } },
    { apiVersion: 'v1', kind: 'Pod', metadata, spec: restrictedPod(name, container, { serviceAccountName: name }) },
    {
      apiVersion: 'apiregistration.k8s.io/v1',
      kind: 'APIService',
      metadata: { name: `${version}.${group}` },
      spec: {
        group,
        version,
        service: { namespace: name, name, port },
        caBundle: Buffer.from(authority.certificate).toString('base64'),
        groupPriorityMinimum: 100,
        versionPriority: 100,
      },
    },
  ];
  await kubectl(cluster, ['apply', '-f', '-'], { apiVersion: 'v1', kind: 'List', items });
  await kubectl(cluster, ['wait', `apiservice/${version}.${group}`, '--for=condition=Available', patience]);
}
