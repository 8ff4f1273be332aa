import { join } from 'node:path';

/** Prefix of the directories of control planes; a port follows. */
export const runDirectoryPrefix = 'operand-control-plane-';

/** PEM files of a certificate and its private key. */
export interface CertifiedFiles {
  readonly certificate: string;
  readonly key: string;
}

/** Users with a kubeconfig in a {@link RunDirectory}. */
export type UserName = 'admin' | 'kube-controller-manager' | 'kube-scheduler' | 'kwok';

/**
 * The files of one control plane, in one directory that is removed as a whole.
 *
 * The directory is named after the port of the API server, so its creation reserves the port among all control planes.
 */
export class RunDirectory {
  readonly path: string;
  readonly port: number;

  constructor(root: string, port: number) {
    this.port = port;
    this.path = join(root, `${runDirectoryPrefix}${port}`);
  }

  /** URL of the API server. */
  get server(): string {
    return `https://127.0.0.1:${this.port}`;
  }

  get auditLog(): string {
    return this.file('audit.jsonl');
  }

  get auditPolicy(): string {
    return this.file('audit-policy.json');
  }

  get authority(): string {
    return this.file('ca.crt');
  }

  /** Directory of etcd's data. */
  get etcdData(): string {
    return this.file('etcd');
  }

  /** Directory of a copy of {@link etcdData}. */
  get etcdBackup(): string {
    return this.file('etcd-backup');
  }

  /** PEM files of the API server's certificate and its private key. */
  get serving(): CertifiedFiles {
    return { certificate: this.file('kube-apiserver.crt'), key: this.file('kube-apiserver.key') };
  }

  /** PEM files of the client certificate that the API server sends to aggregated API servers. */
  get aggregator(): CertifiedFiles {
    return { certificate: this.file('aggregator.crt'), key: this.file('aggregator.key') };
  }

  /** PEM files of the key pair that signs the tokens of ServiceAccounts. */
  get serviceAccounts(): { readonly publicKey: string; readonly privateKey: string } {
    return { publicKey: this.file('service-accounts.pub'), privateKey: this.file('service-accounts.key') };
  }

  kubeconfig(user: UserName): string {
    return this.file(`${user}.kubeconfig`);
  }

  /** The name of a namespace contains no dot, so two ServiceAccounts never share a file. */
  serviceAccountKubeconfig(namespace: string, name: string): string {
    return this.file(`${namespace}.${name}.kubeconfig`);
  }

  log(component: string): string {
    return this.file(`${component}.log`);
  }

  file(name: string): string {
    return join(this.path, name);
  }
}
