import { brandedError } from '../../error/index.ts';

/**
 * Binaries of the control plane or of a node are missing and can't be built, or this machine can't run them.
 *
 * @example
 * const controlPlane = await ControlPlane.start().catch((error: unknown) => {
 *   if (ToolchainError.is(error) && error.code === 'go-missing') return undefined; // skip the tests
 *   throw error;
 * });
 */
export class ToolchainError extends brandedError('ToolchainError') {
  readonly code: 'assets-missing' | 'go-missing' | 'go-too-old' | 'build-failed' | 'machine-unfit';

  constructor(code: ToolchainError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Returns the last lines of a log, each indented and shortened for a terminal. */
export function lastLines(log: string, count = 12): string {
  const lines = log.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0) return '  (nothing)';
  return lines
    .slice(-count)
    .map((line) => `  ${line.length > 400 ? `${line.slice(0, 400)}…` : line}`)
    .join('\n');
}
