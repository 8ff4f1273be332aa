import { fileURLToPath } from 'node:url';
import type { RunDirectory } from './run-directory.ts';

/** A process of the control plane that a test can do without. */
export type OptionalComponent = 'kube-controller-manager' | 'kube-scheduler' | 'kwok';

/** A process of the control plane. */
export type Component = 'etcd' | 'kube-apiserver' | OptionalComponent;

/** The default components beside etcd and the API server. */
export const optionalComponents: readonly OptionalComponent[] = ['kube-controller-manager', 'kube-scheduler', 'kwok'];

/** The user name with which the API server calls aggregated API servers. */
export const aggregator = 'kube-apiserver-aggregator';

/** Removes the clients' rate limits, so that no test waits for them; the API server's priority and fairness stays. */
const unlimited = ['--kube-api-qps=5000', '--kube-api-burst=10000'];

/**
 * Component → its command line in a run directory.
 *
 * Only the API server listens on a port: etcd listens on sockets in the directory, the other ones don't listen.
 */
export const componentArguments: Readonly<Record<Component, (run: RunDirectory) => readonly string[]>> = {
  etcd: (run) => {
    const clients = `unix://${run.file('etcd.sock')}`;
    const peers = `unix://${run.file('etcd-peer.sock')}`;
    return [
      '--name=etcd',
      `--data-dir=${run.etcdData}`,
      `--listen-client-urls=${clients}`,
      `--advertise-client-urls=${clients}`,
      `--listen-peer-urls=${peers}`,
      `--initial-advertise-peer-urls=${peers}`,
      `--initial-cluster=etcd=${peers}`,
      // The data is needed only while the process runs.
      '--unsafe-no-fsync',
      '--log-level=warn',
    ];
  },

  'kube-apiserver': (run) => [
    `--etcd-servers=unix://${run.file('etcd.sock')}`,
    '--bind-address=127.0.0.1',
    `--secure-port=${run.port}`,
    `--tls-cert-file=${run.serving.certificate}`,
    `--tls-private-key-file=${run.serving.key}`,
    `--cert-dir=${run.path}`,
    `--client-ca-file=${run.authority}`,
    '--authorization-mode=RBAC',
    // OpenShift enables it: it is stricter about owner references than plain Kubernetes.
    '--enable-admission-plugins=OwnerReferencesPermissionEnforcement',
    '--allow-privileged=true',
    '--service-account-issuer=https://kubernetes.default.svc',
    `--service-account-key-file=${run.serviceAccounts.publicKey}`,
    `--service-account-signing-key-file=${run.serviceAccounts.privateKey}`,
    '--service-cluster-ip-range=10.96.0.0/16',
    // Endpoints may not be on loopback, and no pod of this control plane could reach them.
    '--endpoint-reconciler-type=none',
    '--advertise-address=127.0.0.1',
    // Allows APIServices, such as that of a metrics server, to serve further API groups.
    `--requestheader-client-ca-file=${run.authority}`,
    `--requestheader-allowed-names=${aggregator}`,
    '--requestheader-username-headers=X-Remote-User',
    '--requestheader-group-headers=X-Remote-Group',
    '--requestheader-extra-headers-prefix=X-Remote-Extra-',
    `--proxy-client-cert-file=${run.aggregator.certificate}`,
    `--proxy-client-key-file=${run.aggregator.key}`,
    `--audit-policy-file=${run.auditPolicy}`,
    `--audit-log-path=${run.auditLog}`,
    // One file, without rotation; each line is written before its request is handled. AuditLog relies on both.
    '--audit-log-maxsize=0',
    '--audit-log-mode=blocking',
  ],

  'kube-controller-manager': (run) => [
    `--kubeconfig=${run.kubeconfig('kube-controller-manager')}`,
    '--use-service-account-credentials',
    `--service-account-private-key-file=${run.serviceAccounts.privateKey}`,
    `--root-ca-file=${run.authority}`,
    // kwok can't renew the lease of a node while the API server is stopped; the node stays Ready.
    '--node-monitor-grace-period=10m',
    // No test waits for autoscalers either.
    '--horizontal-pod-autoscaler-sync-period=1s',
    '--leader-elect=false',
    '--secure-port=0',
    ...unlimited,
  ],

  'kube-scheduler': (run) => [
    `--kubeconfig=${run.kubeconfig('kube-scheduler')}`,
    '--leader-elect=false',
    '--secure-port=0',
    ...unlimited,
  ],

  kwok: (run) => [
    `--kubeconfig=${run.kubeconfig('kwok')}`,
    `--config=${fileURLToPath(new URL('./stages.yaml', import.meta.url))}`,
    '--manage-all-nodes',
    // The duration of a kubelet's lease, which is renewed every quarter of it.
    '--node-lease-duration-seconds=40',
    '--node-ip=10.1.0.1',
    '--cidr=10.244.0.0/16',
  ],
};
