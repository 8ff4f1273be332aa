import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parseAllDocuments } from 'yaml';
import type { KubernetesObject, StoredObject } from '../../lib/api/index.ts';
import {
  ControlPlane,
  type ControlPlaneOptions,
  type EmbeddedClusterOptions,
  type GrantedRight,
  grantedRights,
  missingRights,
  OperatorProcess,
  recordedAccess,
  type UnreachedRight,
  unusedRights,
} from '../../lib/testing/index.ts';
import { applyManifests } from '../apply-manifests.ts';
import { EmbeddedControlPlane, type TestedControlPlane } from '../embedded-control-plane.ts';
import { kubectl } from '../kubectl.ts';
import { olmObjects } from './olm-objects.ts';

/** An app of this repository. */
export type AppName = 'memcached' | 'database';

/** A program with an operator, and the way to install it. */
export interface InstallationProps {
  /** The path of the program's main file. */
  readonly program: string;
  /** The operator's name. */
  readonly name: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Its plain manifests, or the objects that OLM creates from its bundle, without webhooks. @default manifests */
  readonly from?: 'manifests' | 'bundle' | undefined;
}

/**
 * The operator of an app that runs with its own ServiceAccount on a control plane, installed from its own manifests.
 */
export class InstalledOperator<Host extends TestedControlPlane = ControlPlane> implements AsyncDisposable {
  readonly controlPlane: Host;
  /** The user name of the operator's requests. */
  readonly user: string;
  /** The path of the synthesized samples. */
  readonly samples: string;
  /** The path of the app's main file. */
  readonly program: string;
  /** The path of the kubeconfig of the operator's own ServiceAccount. */
  readonly kubeconfig: string;
  /** The rights of its ServiceAccount. */
  readonly rights: readonly GrantedRight[];
  readonly #manifests: string;
  readonly #words: readonly string[];

  /** Installs an app on a new control plane. */
  static async start(app: AppName, options?: ControlPlaneOptions): Promise<InstalledOperator> {
    return await InstalledOperator.on(await ControlPlane.start(options), app);
  }

  /** Installs an app on a new embedded cluster. */
  static async embedded(
    app: AppName,
    options?: EmbeddedClusterOptions,
  ): Promise<InstalledOperator<EmbeddedControlPlane>> {
    const controlPlane = await EmbeddedControlPlane.start(options);
    try {
      return await InstalledOperator.on(controlPlane, app);
    } catch (error) {
      await controlPlane.stop();
      throw error;
    }
  }

  /** Installs an app on a control plane, and is disposed with it. */
  static async on<Host extends TestedControlPlane>(
    controlPlane: Host,
    app: AppName,
    from?: InstallationProps['from'],
  ): Promise<InstalledOperator<Host>> {
    const program = fileURLToPath(new URL(`../../apps/${app}/main.ts`, import.meta.url));
    return await InstalledOperator.of(controlPlane, { program, name: `${app}-operator`, from });
  }

  /** Installs the operator of any program on a control plane, and is disposed with it. */
  static async of<Host extends TestedControlPlane>(
    controlPlane: Host,
    { program, name, env, from = 'manifests' }: InstallationProps,
  ): Promise<InstalledOperator<Host>> {
    const namespace = `${name}-system`;
    const account = `${name}-controller-manager`;
    const manifests = await mkdtemp(join(tmpdir(), 'operand-test-'));
    const args = [program, 'synth', '--output', manifests, '--bundle', manifests];
    await promisify(execFile)(process.execPath, args, { env: { ...process.env, ...env } });
    const objects =
      from === 'bundle'
        ? await olmObjects(join(manifests, name), namespace)
        : await manifestsIn(join(manifests, `${name}.k8s.yaml`));
    await applyManifests(controlPlane, objects);
    // The operator runs in its own process: the simulated node must not report its pods as running.
    if (from === 'manifests')
      await kubectl(controlPlane, ['scale', `deployment/${account}`, `--namespace=${namespace}`, '--replicas=0']);
    const kubeconfig = await controlPlane.serviceAccountKubeconfig(namespace, account);
    const user = `system:serviceaccount:${namespace}:${account}`;
    const rights = grantedRights(objects, user);
    const samples = join(manifests, `${name}.samples.k8s.yaml`);
    // OLM sets the URLs of webhooks itself.
    const words = from === 'bundle' ? [] : ['--webhook-url=https://127.0.0.1'];
    return new InstalledOperator({ controlPlane, user, samples, program, manifests, kubeconfig, rights, words });
  }

  private constructor(parts: {
    readonly controlPlane: Host;
    readonly user: string;
    readonly samples: string;
    readonly program: string;
    readonly manifests: string;
    readonly kubeconfig: string;
    readonly rights: readonly GrantedRight[];
    readonly words: readonly string[];
  }) {
    this.controlPlane = parts.controlPlane;
    this.user = parts.user;
    this.samples = parts.samples;
    this.program = parts.program;
    this.#manifests = parts.manifests;
    this.kubeconfig = parts.kubeconfig;
    this.rights = parts.rights;
    this.#words = parts.words;
  }

  /** Starts a replica of the manager, whose webhooks the API server reaches on loopback. */
  async run(args: readonly string[] = [], env?: Readonly<Record<string, string>>): Promise<OperatorProcess> {
    return await OperatorProcess.start(this.controlPlane, {
      program: this.program,
      kubeconfig: this.kubeconfig,
      args: [...this.#words, ...args],
      env,
    });
  }

  /** Runs kubectl as admin. @throws Error with its output if it fails. */
  async kubectl(...args: string[]): Promise<string> {
    const { stdout, stderr, exitCode } = await this.controlPlane.kubectl(args);
    if (exitCode !== 0) throw new Error(`kubectl ${args.join(' ')}: ${stderr}`);
    return stdout;
  }

  /**
   * Applies objects with server-side apply.
   *
   * @returns the output of kubectl, with warnings.
   * @throws Error with its output if it fails.
   */
  async apply(...objects: readonly KubernetesObject[]): Promise<string> {
    const input = jsonLines(objects);
    const args = ['apply', '--server-side', '-f', '-'];
    const { stdout, stderr, exitCode } = await this.controlPlane.kubectl(args, { input });
    if (exitCode !== 0) throw new Error(stderr);
    return `${stdout}${stderr}`;
  }

  /** Returns an object, or undefined if it doesn't exist. */
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

  /** Returns the objects of a kind in a namespace, or in all. */
  async list(resource: string, namespace?: string): Promise<readonly StoredObject[]> {
    const where = namespace === undefined ? '--all-namespaces' : `--namespace=${namespace}`;
    const { items } = JSON.parse(await this.kubectl('get', resource, where, '-o', 'json')) as { items: StoredObject[] };
    return items;
  }

  /** Returns the writes of the operator, without those of Leases and Events. */
  async writes(): Promise<readonly string[]> {
    const events = await this.controlPlane.auditEvents();
    return events
      .filter(({ user, verb }) => user.username === this.user && !['get', 'list', 'watch'].includes(verb))
      .filter(({ objectRef }) => objectRef?.resource !== 'leases' && objectRef?.resource !== 'events')
      .map(({ verb, requestURI }) => `${verb} ${requestURI}`);
  }

  /** Describes the forbidden requests of the operator. */
  async missingRights(): Promise<readonly string[]> {
    return missingRights(recordedAccess(await this.controlPlane.auditEvents(), this.user), this.rights);
  }

  /** Describes the rights that the operator has never used. */
  async unusedRights(unreached?: readonly UnreachedRight[]): Promise<readonly string[]> {
    const access = recordedAccess(await this.controlPlane.auditEvents(), this.user);
    return unusedRights(access, this.rights, { unreached });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.controlPlane.stop();
    await rm(this.#manifests, { recursive: true });
  }
}

/** Returns objects as the standard input of kubectl. */
function jsonLines(objects: readonly KubernetesObject[]): string {
  return objects.map((object) => JSON.stringify(object)).join('\n');
}

/** Reads the manifests in a file. */
async function manifestsIn(path: string): Promise<readonly KubernetesObject[]> {
  return parseAllDocuments(await readFile(path, 'utf8')).map((document) => document.toJS() as KubernetesObject);
}
