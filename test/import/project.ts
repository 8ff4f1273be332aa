import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { JsonObject } from '../../lib/api/index.ts';
import {
  type ImportedKind,
  importedKinds,
  type ModuleStyle,
  servedKinds,
  versionEntryPoint,
} from '../../lib/import/index.ts';

const run = promisify(execFile);
const workspace = resolve(import.meta.dirname, '../..');
const compiler = join(workspace, 'node_modules/@typescript/compiler/bin/tsc');

/** The strictest options that a project may have, and those that Node's type stripping needs. */
const strict = {
  target: 'es2024',
  lib: ['es2024'],
  module: 'nodenext',
  types: ['node'],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noImplicitOverride: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  verbatimModuleSyntax: true,
  erasableSyntaxOnly: true,
  isolatedModules: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  noEmit: true,
};

/** Returns the modules of the kinds that CRDs serve. */
export async function importedModules(
  definitions: readonly JsonObject[],
  style: ModuleStyle = { extension: '.ts' },
): Promise<ImportedKind[]> {
  return [...importedKinds(definitions.flatMap(servedKinds), style)];
}

/** A user's project that imports CRDs. */
export class Project implements AsyncDisposable {
  readonly directory: string;

  private constructor(directory: string) {
    this.directory = directory;
  }

  /** @param type - the module type of its files in Node and TypeScript. */
  static async create(type: 'commonjs' | 'module' = 'module'): Promise<Project> {
    const directory = await mkdtemp(join(tmpdir(), 'operand-import-'));
    await symlink(join(workspace, 'node_modules'), join(directory, 'node_modules'));
    await writeFile(join(directory, 'package.json'), JSON.stringify({ type }));
    return new Project(directory);
  }

  /** Imports CRDs into `imports`. */
  async import(definitions: readonly JsonObject[]): Promise<ImportedKind[]> {
    const imported = await importedModules(definitions);
    for (const [folder, kinds] of Map.groupBy(imported, (each) => each.folder)) {
      const modules = new Map(kinds.map(({ file, types }) => [`${file}.ts`, types]));
      await this.write(`imports/${folder}/index.ts`, versionEntryPoint(folder, modules, { extension: '.ts' }));
      for (const { file, types, schema } of kinds) {
        await this.write(`imports/${folder}/${file}.ts`, types);
        await this.write(`imports/${folder}/${file}.schema.ts`, schema);
      }
    }
    return imported;
  }

  async write(file: string, text: string): Promise<void> {
    const path = join(this.directory, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }

  /** Returns the compiler's errors for the project; empty if there are none. */
  async compilerErrors(options: Readonly<Record<string, unknown>> = {}): Promise<string> {
    await this.write('tsconfig.json', JSON.stringify({ compilerOptions: { ...strict, ...options } }));
    const args = [compiler, '--project', this.directory, '--pretty', 'false'];
    return run(process.execPath, args, { cwd: this.directory, maxBuffer: 2 ** 26 }).then(
      () => '',
      (error: unknown) => (error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error)),
    );
  }

  /** Loads a module of the project. */
  load(file: string): Promise<Readonly<Record<string, unknown>>> {
    return import(pathToFileURL(join(this.directory, file)).href);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return rm(this.directory, { recursive: true });
  }
}
