import { fileURLToPath } from 'node:url';
import type { RunDirectory } from './run-directory.ts';

/** A process of the control plane that can be left out. */
export type OptionalComponent = 'kube-controller-manager' | 'kube-scheduler' | 'kwok';

/** A process of the control plane. */
export type Component = 'etcd' | 'kube-apiserver' | OptionalComponent;

/** What a control plane consists of unless told otherwise, beside etcd and the API server. */
export const optionalComponents: readonly OptionalComponent[] = ['kube-controller-manager', 'kube-scheduler', 'kwok'];

/** Who the API server is to the servers behind it. */
export const aggregator = 'kube-apiserver-aggregator';

/** No test is to wait for a client's own rate limit; the API server's priority and fairness stays. */
const unlimited = ['--kube-api-qps=5000', '--kube-api-burst=10000'];

/**
 * Component → its command line in a run directory.
 *
 * Only the API server listens on a port: etcd on sockets in the directory, the others nowhere.
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
      // The data lives as long as the process.
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
    // What OpenShift switches on: it is stricter about owner references than plain Kubernetes.
    '--enable-admission-plugins=OwnerReferencesPermissionEnforcement',
    '--allow-privileged=true',
    '--service-account-issuer=https://kubernetes.default.svc',
    `--service-account-key-file=${run.serviceAccounts.publicKey}`,
    `--service-account-signing-key-file=${run.serviceAccounts.privateKey}`,
    '--service-cluster-ip-range=10.96.0.0/16',
    // Endpoints may not be on loopback, and no pod here could reach them.
    '--endpoint-reconciler-type=none',
    '--advertise-address=127.0.0.1',
    // Lets an APIService, such as that of a metrics server, answer for API groups of its own.
    `--requestheader-client-ca-file=${run.authority}`,
    `--requestheader-allowed-names=${aggregator}`,
    '--requestheader-username-headers=X-Remote-User',
    '--requestheader-group-headers=X-Remote-Group',
    '--requestheader-extra-headers-prefix=X-Remote-Extra-',
    `--proxy-client-cert-file=${run.aggregator.certificate}`,
    `--proxy-client-key-file=${run.aggregator.key}`,
    `--audit-policy-file=${run.auditPolicy}`,
    `--audit-log-path=${run.auditLog}`,
    // One file, never rotated, each line in it before its request goes on: what AuditLog relies on.
    '--audit-log-maxsize=0',
    '--audit-log-mode=blocking',
  ],

  'kube-controller-manager': (run) => [
    `--kubeconfig=${run.kubeconfig('kube-controller-manager')}`,
    '--use-service-account-credentials',
    `--service-account-private-key-file=${run.serviceAccounts.privateKey}`,
    `--root-ca-file=${run.authority}`,
    // A node whose lease kwok couldn't renew while the API server was stopped stays Ready.
    '--node-monitor-grace-period=10m',
    // No test is to wait for autoscalers either.
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
    // As long as a kubelet's, renewed every quarter of it.
    '--node-lease-duration-seconds=40',
    '--node-ip=10.1.0.1',
    '--cidr=10.244.0.0/16',
  ],
};
