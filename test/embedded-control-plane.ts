import type {
  AuditEvent,
  ControlPlane,
  EmbeddedCluster,
  EmbeddedClusterOptions,
  KubectlOptions,
  KubectlResult,
  ProgramSpec,
  SupervisedProcess,
} from '../lib/testing/index.ts';
import { EmbeddedKubectl } from './testing/embedded/embedded-kubectl.ts';

/** The parts of a control plane that tests of operators need. */
export type TestedControlPlane = Pick<
  ControlPlane,
  'auditEvents' | 'kubeconfig' | 'kubectl' | 'server' | 'serviceAccountKubeconfig' | 'startProcess' | 'stop'
>;

/** An embedded cluster in the place of a control plane: kubectl and operators reach it over HTTPS. */
export class EmbeddedControlPlane implements TestedControlPlane, AsyncDisposable {
  readonly server: string;
  readonly kubeconfig: string;
  readonly #kubectl: EmbeddedKubectl;

  static async start(options: Omit<EmbeddedClusterOptions, 'audit'> = {}): Promise<EmbeddedControlPlane> {
    const kubectl = await EmbeddedKubectl.start({ ...options, audit: 'requests' });
    const { server, kubeconfig } = await kubectl.cluster.listen();
    return new EmbeddedControlPlane(kubectl, { server, kubeconfig });
  }

  private constructor(kubectl: EmbeddedKubectl, { server, kubeconfig }: { server: string; kubeconfig: string }) {
    this.#kubectl = kubectl;
    this.server = server;
    this.kubeconfig = kubeconfig;
  }

  /** The cluster itself. */
  get cluster(): EmbeddedCluster {
    return this.#kubectl.cluster;
  }

  async kubectl(args: readonly string[], { input }: KubectlOptions = {}): Promise<KubectlResult> {
    return await this.#kubectl.run(args, input);
  }

  async auditEvents(): Promise<readonly AuditEvent[]> {
    return this.cluster.auditEvents();
  }

  async serviceAccountKubeconfig(namespace: string, name: string): Promise<string> {
    return await this.cluster.serviceAccountKubeconfig(namespace, name);
  }

  async startProcess(program: ProgramSpec): Promise<{ process: SupervisedProcess; log: string }> {
    return await this.cluster.startProcess(program);
  }

  async stop(): Promise<void> {
    await this.#kubectl[Symbol.asyncDispose]();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }
}
