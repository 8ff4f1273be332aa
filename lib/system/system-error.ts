/** Returns true if an error of Node or the system has one of these codes, such as `ENOENT`. */
export function isSystemError(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

/** Returns true if the file system reports that a path doesn't exist. */
export function isMissingFile(error: unknown): boolean {
  // A path below a file doesn't exist, either.
  return isSystemError(error, 'ENOENT', 'ENOTDIR');
}
