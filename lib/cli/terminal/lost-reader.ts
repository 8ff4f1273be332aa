import { isSystemError } from '../../system/index.ts';
import { complain } from './output.ts';
import { sentence } from './sentence.ts';

/**
 * Has the process bear that whoever reads an output stops, as `| head` does: it does all that it was asked for, and ends
 * with the code that it would have ended with.
 *
 * What else keeps the output from being written is told in one sentence, and the process exits with 1.
 */
export function outliveReader(output: NodeJS.WriteStream): void {
  output.on('error', (error: Error) => {
    if (isSystemError(error, 'EPIPE')) return;
    process.exitCode = 1;
    if (output !== process.stderr) complain(`the output can't be written: ${sentence(error)}\n`);
  });
}
