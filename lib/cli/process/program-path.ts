/** Returns the path of the running program. */
export function programPath(): string {
  return process.argv[1] ?? 'operator';
}
