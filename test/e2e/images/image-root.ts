import { type ChildProcessWithoutNullStreams, execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openImageSource, readContainerImage, type StoredContainer } from '../../../lib/oci/index.ts';
import { platform } from './platform.ts';
import { unpackImage } from './unpacked-image.ts';

/** As root of this machine: mounts the expected file systems, and becomes the image's user in its root. */
const enter = `
mount --rbind /dev "$ROOT/dev"
mount -t proc proc "$ROOT/proc"
chroot --userspec="$ACCOUNT:$ACCOUNT" "$ROOT" "$@"
# The shell stays root: a process that changes its user would outlive the namespaces' parent.
exit $?
`;

/** A process in them ends with its parent. */
const namespaces = ['--mount', '--pid', '--fork', '--kill-child'];

/** An unpacked image whose programs run without a node: with their own user. */
export class ImageRoot {
  readonly #directory: string;
  readonly #container: StoredContainer;
  readonly #user: number;

  private constructor(directory: string, container: StoredContainer, user: number) {
    this.#directory = directory;
    this.#container = container;
    this.#user = user;
  }

  /** Unpacks the image in an archive. */
  static async unpack(path: string, user: number): Promise<ImageRoot> {
    const source = await openImageSource(path);
    if (source === undefined) throw new Error(`${path} is not an image: build it again`);
    const container = await readContainerImage(source, platform());
    const directory = await mkdtemp(join(tmpdir(), 'operand-image-'));
    const root = join(directory, 'root');
    await unpackImage(container, root);
    return new ImageRoot(directory, container, user);
  }

  /**
   * Runs a shell script in the image, with a loopback network only. Its end ends all processes that it has started.
   *
   * @returns its output.
   * @throws Error with its standard error if it fails or takes longer than a minute.
   */
  async run(script: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
    const words = [...namespaces, '--net', 'sh', '-ec', `ip link set lo up\n${enter}`, 'sh', 'sh', '-ec', script];
    const options = { env: this.#environment(env), timeout: 60_000, maxBuffer: 2 ** 26 };
    return (await promisify(execFile)('unshare', words, options)).stdout;
  }

  /** Starts a program of the image in the network of this machine. Its end ends all processes that it has started. */
  start(command: readonly string[], env: Readonly<Record<string, string>> = {}): ChildProcessWithoutNullStreams {
    return spawn('unshare', [...namespaces, 'sh', '-ec', enter, 'sh', ...command], { env: this.#environment(env) });
  }

  /** Returns the process id of the program that {@link ImageRoot.start} started. */
  async processId(started: ChildProcessWithoutNullStreams): Promise<number> {
    return await childOf(await childOf(Number(started.pid)));
  }

  /** Returns the path of a file of the image on this machine. */
  path(inside: string): string {
    return join(this.#directory, 'root', inside);
  }

  #environment(env: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
    return { ...this.#container.start.env, ...env, ROOT: this.path(''), ACCOUNT: String(this.#user) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.#directory, { recursive: true, force: true });
  }
}

async function childOf(pid: number): Promise<number> {
  return Number.parseInt(await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8'), 10);
}
