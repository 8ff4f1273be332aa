import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { imageSource, readContainerImage, type StoredContainer } from '../../../lib/oci/index.ts';
import { platform } from './platform.ts';
import { unpackImage } from './unpacked-image.ts';

/** As root of this machine: mounts the expected file systems, and becomes the image's user in its root. */
const enter = `
ip link set lo up
mount --rbind /dev "$ROOT/dev"
mount -t proc proc "$ROOT/proc"
exec chroot --userspec="$ACCOUNT:$ACCOUNT" "$ROOT" "$@"
`;

/** An unpacked image whose programs run without a node: with their own user, and with a loopback network only. */
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
    const source = await imageSource(path);
    if (source === undefined) throw new Error(`${path} is not an image: build it again`);
    const container = await readContainerImage(source, platform());
    const directory = await mkdtemp(join(tmpdir(), 'operand-image-'));
    const root = join(directory, 'root');
    await unpackImage(container, root);
    return new ImageRoot(directory, container, user);
  }

  /**
   * Runs a shell script in the image. Its end ends all processes that it has started.
   *
   * @returns its output.
   * @throws Error with its standard error if it fails or takes longer than a minute.
   */
  async run(script: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
    const inside = ['sh', '-ec', script];
    const words = ['--mount', '--pid', '--net', '--fork', '--kill-child', 'sh', '-ec', enter, 'sh', ...inside];
    const { stdout } = await promisify(execFile)('unshare', words, {
      env: { ...this.#container.start.env, ...env, ROOT: join(this.#directory, 'root'), ACCOUNT: String(this.#user) },
      timeout: 60_000,
      maxBuffer: 2 ** 26,
    });
    return stdout;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.#directory, { recursive: true, force: true });
  }
}
