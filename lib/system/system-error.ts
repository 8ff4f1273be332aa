/** Whether Node or the system has refused something with one of these codes, such as `ENOENT`. */
export function isSystemError(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

/** Whether the file system says that nothing lies at a path. */
export function isMissing(error: unknown): boolean {
  // What is said to lie below a file isn't there, either.
  return isSystemError(error, 'ENOENT', 'ENOTDIR');
}
