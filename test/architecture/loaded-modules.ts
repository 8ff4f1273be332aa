import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Returns the files that Node loads when a program imports only `specifier`, by an import in a new process.
 *
 * @param specifier - resolved from `directory`.
 * @returns URLs, in the order of loading; those of Node's own modules begin with `node:`.
 */
export async function loadedModules(specifier: string, directory: string): Promise<string[]> {
  const program = `
    const { registerHooks } = await import('node:module');
    const urls = [];
    registerHooks({ load: (url, context, next) => { urls.push(url); return next(url, context); } });
    await import(${JSON.stringify(specifier)});
    process.stdout.write('\\n' + JSON.stringify(urls));
  `;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program], { cwd: directory });
  // The output of the program itself precedes the list.
  return JSON.parse(stdout.slice(stdout.lastIndexOf('\n'))) as string[];
}
