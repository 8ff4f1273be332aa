// In: the directory of an app. Out: the package of its constructs, and a line about it. Called by `operand package`.

import { isSystemError } from '../../system/index.ts';
import { Failure } from '../failure.ts';
import { printText } from '../terminal/output.ts';

/**
 * Writes the package of an app's constructs, in place of the previous one.
 *
 * @throws Failure if TypeScript 6 isn't installed; Failure or PackageError if the app can't be published, or other
 *   files are in the way. Then nothing is written.
 */
export async function executePackage(directory: string, { output }: { readonly output: string }): Promise<void> {
  const { writeConstructsPackage } = await constructsPackages();
  const { name, version, kinds } = await writeConstructsPackage(directory, output);
  const content = kinds.length === 0 ? '' : `, with ${kinds.join(', ')}`;
  printText(`wrote ${output}: ${name} ${version}${content}\n`);
}

async function constructsPackages(): Promise<typeof import('./constructs-package.ts')> {
  try {
    return await import('./constructs-package.ts');
  } catch (error) {
    if (!isSystemError(error, 'ERR_MODULE_NOT_FOUND')) throw error;
    throw new Failure(
      'packages need TypeScript 6, next to a newer one that has no API: run `npm install --save-dev @typescript/typescript6`',
      { cause: error },
    );
  }
}
