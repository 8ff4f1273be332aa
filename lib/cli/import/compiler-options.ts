import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { isJsonObject, type JsonObject } from '../../api/index.ts';
import type { ModuleStyle } from '../../import/index.ts';
import { fieldsIn } from '../../schema/index.ts';
import { isSystemError } from '../../system/index.ts';
import { Failure } from '../failure.ts';
import { parseJsonFile, readFileText } from '../json-file.ts';

/**
 * Reads the compiler options of a directory's TypeScript project, including inherited ones; undefined if there is no
 * project.
 *
 * @throws Failure if the project's tsconfig.json, or one that it extends, can't be read.
 */
export async function readCompilerOptions(directory: string): Promise<JsonObject | undefined> {
  const file = await nearestConfig(resolve(directory));
  return file === undefined ? undefined : optionsOf(file);
}

async function nearestConfig(directory: string): Promise<string | undefined> {
  const file = join(directory, 'tsconfig.json');
  if ((await readFileText(file)) !== undefined) return file;
  const parent = dirname(directory);
  return parent === directory ? undefined : nearestConfig(parent);
}

async function optionsOf(file: string): Promise<JsonObject> {
  const config = parsedConfig(file, (await readFileText(file)) ?? '{}');
  if (!isJsonObject(config)) return {};
  const bases = [config.extends].flat().filter((base) => typeof base === 'string');
  const inherited = await Promise.all(bases.map((base) => optionsOf(baseConfigFile(file, base))));
  const own = fieldsIn(config.compilerOptions);
  return Object.fromEntries([...inherited, own].flatMap((options) => Object.entries(options)));
}

function baseConfigFile(file: string, base: string): string {
  if (base.startsWith('.') || base.startsWith('/')) {
    return resolve(dirname(file), base.endsWith('.json') ? base : `${base}.json`);
  }
  const packages = createRequire(file);
  for (const name of [base, `${base}.json`, `${base}/tsconfig.json`]) {
    const found = resolvedModule(packages, name);
    if (found !== undefined) return found;
  }
  throw new Failure(`${file}: ${base}, which it extends, is not installed: run \`npm install\``);
}

function resolvedModule(packages: NodeJS.Require, name: string): string | undefined {
  try {
    return packages.resolve(name);
  } catch (error) {
    if (isSystemError(error, 'MODULE_NOT_FOUND', 'ERR_PACKAGE_PATH_NOT_EXPORTED')) return undefined;
    throw error;
  }
}

/** Parses JSON with comments and trailing commas. */
function parsedConfig(file: string, text: string): unknown {
  const plain = text.replace(
    /("(?:[^"\\]|\\.)*"?)|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/gs,
    (_, quoted?: string) => quoted ?? ' ',
  );
  const strict = plain.replace(/("(?:[^"\\]|\\.)*"?)|,(?=\s*[}\]])/gs, (_, quoted?: string) => quoted ?? '');
  return parseJsonFile(file, strict);
}

/**
 * Returns the extension of relative imports by a project's compiler options. It is `.ts` if the compiler allows that, or
 * if there is no compiler, since Node runs only that without a build. It is empty if `module` is CommonJS, since ts-node
 * and jest don't find `.js`. Otherwise it is `.js`.
 *
 * @param options - the compiler options of the project; undefined if there is no project.
 */
export function moduleExtension(options: JsonObject | undefined): ModuleStyle['extension'] {
  if (options === undefined) return '.ts';
  if (options.allowImportingTsExtensions === true || options.rewriteRelativeImportExtensions === true) return '.ts';
  return typeof options.module === 'string' && /^commonjs$/i.test(options.module) ? '' : '.js';
}
