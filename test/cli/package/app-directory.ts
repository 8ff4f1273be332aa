import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const workspace = resolve(import.meta.dirname, '../../..');

/** An app in a directory of its own, with the installed packages of this repository. */
export class AppDirectory implements AsyncDisposable {
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  /** @param files - path → text. A manifest is added by default. */
  static async of(files: Readonly<Record<string, string>>): Promise<AppDirectory> {
    // The directory around the app belongs to the test, too.
    const app = new AppDirectory(join(await realpath(await mkdtemp(join(tmpdir(), 'operand-app-'))), 'app'));
    await mkdir(app.path);
    await symlink(join(workspace, 'node_modules'), join(app.path, 'node_modules'));
    await app.write('package.json', JSON.stringify({ name: 'boxes', version: '0.1.0', type: 'module' }));
    for (const [path, text] of Object.entries(files)) await app.write(path, text);
    return app;
  }

  async write(path: string, text: string): Promise<void> {
    await mkdir(dirname(join(this.path, path)), { recursive: true });
    await writeFile(join(this.path, path), text);
  }

  read(path: string): Promise<string> {
    return readFile(join(this.path, path), 'utf8');
  }

  /** The files below a directory of it, in alphabetical order. */
  async files(directory: string): Promise<string[]> {
    const entries = await readdir(join(this.path, directory), { recursive: true, withFileTypes: true });
    const root = join(this.path, directory, '/');
    return entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(root.length))
      .toSorted();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return rm(dirname(this.path), { recursive: true });
  }
}
