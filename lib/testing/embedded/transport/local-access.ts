// In: an API server in memory. Out: its address, kubeconfigs, and programs beside it. All of it is in one directory, which
// ends with the cluster. Created by an EmbeddedCluster that programs reach.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProgramSpec } from '../../control-plane/component-processes.ts';
import { takeOwnership } from '../../supervisor/owner.ts';
import { type SupervisedProcess, Supervisor } from '../../supervisor/supervisor.ts';
import { removeAbandoned } from '../../toolchain/leftover.ts';
import type { EmbeddedApiServer } from '../api-server.ts';
import { adminUser } from '../user.ts';
import { ApiServerListener } from './listener.ts';

/** The beginning of the names of directories. */
const prefix = 'operand-embedded-';

/** The access of this machine's programs to an embedded cluster. */
export class LocalAccess {
  readonly #listener: ApiServerListener;
  readonly #directory: string;
  #supervisor: Promise<Supervisor> | undefined;

  /** Opens a port on loopback, and writes the admin's kubeconfig. Removes the directories of killed processes. */
  static async open(server: EmbeddedApiServer): Promise<LocalAccess> {
    await removeAbandoned(tmpdir(), (name) => name.startsWith(prefix));
    const directory = await mkdtemp(join(tmpdir(), prefix));
    takeOwnership(directory);
    const listener = await ApiServerListener.open(server);
    const access = new LocalAccess(listener, directory);
    const { username: user, groups } = adminUser;
    await writeFile(access.kubeconfig, await listener.kubeconfig({ user, groups: groups.slice(0, 1) }), {
      mode: 0o600,
    });
    return access;
  }

  private constructor(listener: ApiServerListener, directory: string) {
    this.#listener = listener;
    this.#directory = directory;
  }

  /** URL of the API server. */
  get server(): string {
    return this.#listener.url;
  }

  /** The certificate authority of the API server, as PEM. */
  get authority(): string {
    return this.#listener.authority;
  }

  /** Path of the admin's kubeconfig. */
  get kubeconfig(): string {
    return join(this.#directory, 'kubeconfig');
  }

  /** Writes a kubeconfig with a token of a ServiceAccount and returns its path. */
  async serviceAccountKubeconfig(namespace: string, name: string, token: string): Promise<string> {
    // The name of a namespace contains no dot, so two ServiceAccounts never share a file.
    const path = join(this.#directory, `${namespace}.${name}.kubeconfig`);
    await writeFile(path, await this.#listener.kubeconfig({ user: name, token, namespace }), { mode: 0o600 });
    return path;
  }

  /** Starts a program that ends with this access or with this process; returns it and the path of its log. */
  async startProcess(program: ProgramSpec): Promise<{ process: SupervisedProcess; log: string }> {
    this.#supervisor ??= startSupervisor(join(this.#directory, 'programs'));
    const supervisor = await this.#supervisor;
    const log = join(supervisor.directory, `${program.name}.log`);
    const process = await supervisor.run({ ...program, cwd: supervisor.directory, log });
    return { process, log };
  }

  /** Ends the programs and connections, and removes the files. */
  async close(): Promise<void> {
    const supervisor = await this.#supervisor;
    await supervisor?.close();
    await this.#listener.close();
    await rm(this.#directory, { recursive: true, force: true });
  }
}

async function startSupervisor(directory: string): Promise<Supervisor> {
  const supervisor = await Supervisor.start(directory);
  if (supervisor === undefined) throw new Error(`${directory} exists already: programs of one cluster have one owner`);
  return supervisor;
}
