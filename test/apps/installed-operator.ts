import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { StoredObject } from '../../lib/api/index.ts';
import { systemClock } from '../../lib/clock/index.ts';
import { ControlPlane, type ControlPlaneOptions, OperatorProcess } from '../../lib/testing/index.ts';

const program = fileURLToPath(new URL('../../apps/memcached/main.ts', import.meta.url));
const name = 'memcached-operator';
const account = `${name}-controller-manager`;
const namespace = `${name}-system`;

/** The Memcached operator, installed from its own manifests on a control plane, with the rights of its own account. */
export class InstalledOperator implements AsyncDisposable {
  readonly controlPlane: ControlPlane;
  /** The user name of the operator's requests. */
  readonly user = `system:serviceaccount:${namespace}:${account}`;
  readonly #manifests: string;
  readonly #kubeconfig: string;

  static async start(options?: ControlPlaneOptions): Promise<InstalledOperator> {
    const manifests = await mkdtemp(join(tmpdir(), 'operand-test-'));
    await promisify(execFile)(process.execPath, [program, 'synth', '--output', manifests, '--bundle', manifests]);
    const controlPlane = await ControlPlane.start(options);
    const kubectl = async (...args: string[]) => {
      const { stderr, exitCode } = await controlPlane.kubectl(args);
      if (exitCode !== 0) throw new Error(stderr);
    };
    await kubectl('apply', '-f', join(manifests, `${name}.k8s.yaml`));
    // The operator runs as a process of its own: the simulated node must not seem to run it, too.
    await kubectl('scale', `deployment/${account}`, `--namespace=${namespace}`, '--replicas=0');
    await kubectl('wait', '--for=condition=Established', 'crd/memcacheds.cache.example.com');
    const kubeconfig = await controlPlane.serviceAccountKubeconfig(namespace, account);
    return new InstalledOperator(controlPlane, manifests, kubeconfig);
  }

  private constructor(controlPlane: ControlPlane, manifests: string, kubeconfig: string) {
    this.controlPlane = controlPlane;
    this.#manifests = manifests;
    this.#kubeconfig = kubeconfig;
  }

  /** Path of the synthesized samples. */
  get samples(): string {
    return join(this.#manifests, `${name}.samples.k8s.yaml`);
  }

  /** Starts a replica of the manager. */
  async run(...args: readonly string[]): Promise<OperatorProcess> {
    return await OperatorProcess.start(this.controlPlane, { program, kubeconfig: this.#kubeconfig, args });
  }

  /** Runs kubectl as admin. @throws Error with what it printed, if it fails. */
  async kubectl(...args: string[]): Promise<string> {
    const { stdout, stderr, exitCode } = await this.controlPlane.kubectl(args);
    if (exitCode !== 0) throw new Error(`kubectl ${args.join(' ')}: ${stderr}`);
    return stdout;
  }

  /** Applies Memcacheds, `namespace/name` → size. */
  async apply(sizes: Readonly<Record<string, number>>): Promise<void> {
    const items = Object.entries(sizes).map(([key, size]) => {
      const [namespace, name] = key.split('/');
      return {
        apiVersion: 'cache.example.com/v1alpha1',
        kind: 'Memcached',
        metadata: { namespace, name },
        spec: { size },
      };
    });
    const input = JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
    const { stderr, exitCode } = await this.controlPlane.kubectl(['apply', '--server-side', '-f', '-'], { input });
    if (exitCode !== 0) throw new Error(stderr);
  }

  /** One object, or undefined if there is none. */
  async get(resource: string, name: string, namespace = 'default'): Promise<StoredObject | undefined> {
    const text = await this.kubectl(
      'get',
      resource,
      name,
      '-n',
      namespace,
      '-o',
      'json',
      '--show-managed-fields',
      '--ignore-not-found',
    );
    return text === '' ? undefined : (JSON.parse(text) as StoredObject);
  }

  /** The objects of a kind in a namespace, or in all. */
  async list(resource: string, namespace?: string): Promise<readonly StoredObject[]> {
    const where = namespace === undefined ? '--all-namespaces' : `--namespace=${namespace}`;
    const { items } = JSON.parse(await this.kubectl('get', resource, where, '-o', 'json')) as { items: StoredObject[] };
    return items;
  }

  /** Resolves when so many Memcacheds are Ready, for the spec that they now have, and report all their pods. */
  async ready(count: number): Promise<void> {
    await until(`${count} Memcacheds are ready`, async () => {
      const items = await this.list('memcacheds');
      return items.length === count && items.every(isReady);
    });
  }

  /** The requests of the operator that changed something, leases and Events aside. */
  async writes(): Promise<readonly string[]> {
    const events = await this.controlPlane.auditEvents();
    return events
      .filter(({ user, verb }) => user.username === this.user && !['get', 'list', 'watch'].includes(verb))
      .filter(({ objectRef }) => objectRef?.resource !== 'leases' && objectRef?.resource !== 'events')
      .map(({ verb, requestURI }) => `${verb} ${requestURI}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.controlPlane.stop();
    await rm(this.#manifests, { recursive: true });
  }
}

/** Resolves when `accept` does, asked again and again for up to two minutes. */
export async function until(what: string, accept: () => Promise<boolean>): Promise<void> {
  const deadline = systemClock.monotonic() + 120_000;
  while (!(await accept())) {
    if (systemClock.monotonic() > deadline) throw new Error(`not within two minutes: ${what}`);
    await systemClock.sleep(50);
  }
}

interface MemcachedStatus {
  readonly nodes?: readonly string[];
  readonly observedGeneration?: number;
  readonly conditions?: readonly {
    readonly type: string;
    readonly status: string;
    readonly reason: string;
    readonly message: string;
  }[];
}

/** The status of a Memcached as the API server has it. */
export function statusOf(memcached: StoredObject | undefined): MemcachedStatus {
  return memcached?.status ?? {};
}

function isReady(memcached: StoredObject): boolean {
  const { conditions, nodes, observedGeneration } = statusOf(memcached);
  const { size } = memcached.spec as { size: number };
  return (
    observedGeneration === memcached.metadata.generation &&
    nodes?.length === size &&
    conditions?.find(({ type }) => type === 'Ready')?.status === 'True'
  );
}
