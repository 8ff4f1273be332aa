// Starts a server with S3's protocol as a process of this machine. Called by the tests of the backup program.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { issueAuthority, issueServingCertificate } from '../../../lib/certificate/certificate-authority.ts';
import { freePort } from '../../../lib/testing/control-plane/taken-run-directory.ts';
import { until } from '../../until.ts';
import { objectServer } from '../images/object-server.ts';

/** An object store with the bucket `backups`, which serves by TLS with a certificate of its own authority. */
export class LocalObjectStore implements AsyncDisposable {
  /** The variables of the program for its account. */
  readonly account = { AWS_ACCESS_KEY_ID: 'keeper', AWS_SECRET_ACCESS_KEY: 'secret' };
  readonly port: number;
  /** The certificate of its authority. */
  readonly authority: string;
  readonly #directory: string;
  readonly #program: string;
  #process: ChildProcess | undefined;

  static async start(): Promise<LocalObjectStore> {
    const directory = await mkdtemp(join(tmpdir(), 'operand-objects-'));
    const authority = await issueAuthority('object store', Date.now());
    const { certificate, key } = await issueServingCertificate(authority, ['localhost', '127.0.0.1'], Date.now());
    await mkdir(join(directory, 'data/backups'), { recursive: true });
    await writeFile(join(directory, 'certificate'), certificate);
    await writeFile(join(directory, 'key'), key);
    const store = new LocalObjectStore(directory, {
      program: await objectServer(),
      port: await freePort(),
      authority: authority.certificate,
    });
    await store.restart();
    return store;
  }

  private constructor(
    directory: string,
    given: { readonly program: string; readonly port: number; readonly authority: string },
  ) {
    this.#directory = directory;
    [this.#program, this.port, this.authority] = [given.program, given.port, given.authority];
  }

  /** Starts a killed server again. */
  async restart(): Promise<void> {
    const path = (name: string) => join(this.#directory, name);
    const { AWS_ACCESS_KEY_ID: access, AWS_SECRET_ACCESS_KEY: secret } = this.account;
    const certificate = [`--cert=${path('certificate')}`, `--key=${path('key')}`];
    const words = [
      `--port=127.0.0.1:${this.port}`,
      `--access=${access}`,
      `--secret=${secret}`,
      ...certificate,
      '--quiet',
    ];
    this.#process = spawn(this.#program, [...words, 'posix', path('data')], { stdio: 'ignore' });
    await until('the object store listens', async () => {
      const socket = connect(this.port, '127.0.0.1');
      const response = await Promise.race([once(socket, 'connect'), once(socket, 'close')]).catch(() => undefined);
      socket.destroy();
      return response?.length === 0;
    });
  }

  /** Ends the server and its connections at once. */
  async kill(): Promise<void> {
    const started = this.#process;
    if (started?.exitCode !== null || started.signalCode !== null) return;
    started.kill('SIGKILL');
    await once(started, 'close');
  }

  /** Returns the keys of the archives' objects in the bucket. */
  async objects(prefix: string): Promise<readonly string[]> {
    const directory = join(this.#directory, 'data/backups', prefix);
    if (!existsSync(directory)) return [];
    const entries = await readdir(directory, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(directory.length + 1))
      .filter((key) => key !== 'owner/name')
      .toSorted();
  }

  /** Returns the number of multipart uploads that are neither complete nor aborted. */
  async openUploads(): Promise<number> {
    const directory = join(this.#directory, 'data/backups/.sgwtmp/multipart');
    return existsSync(directory) ? (await readdir(directory)).length : 0;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
    await rm(this.#directory, { recursive: true, force: true });
  }
}
