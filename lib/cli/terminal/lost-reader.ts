import { isSystemError } from '../../system/index.ts';
import { complain } from './output.ts';
import { sentence } from './sentence.ts';

/**
 * Ignores a reader that closes an output early, such as `| head`: the process finishes its work, and exits with its
 * usual code.
 *
 * Other write errors are reported in one sentence, and the process exits with 1.
 */
export function outliveReader(output: NodeJS.WriteStream): void {
  output.on('error', (error: Error) => {
    if (isSystemError(error, 'EPIPE')) return;
    process.exitCode = 1;
    if (output !== process.stderr) complain(`the output can't be written: ${sentence(error)}\n`);
  });
}
