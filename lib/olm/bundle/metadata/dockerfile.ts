/** The directories of a bundle that its image holds, in the order in which they are copied. */
const copied = ['manifests', 'metadata', 'tests/scorecard'];

/**
 * The Dockerfile of a bundle's image, which stands beside `manifests/` and `metadata/`: files and labels, nothing that runs.
 *
 * @param paths - of the bundle's files.
 */
export function dockerfile(labels: Readonly<Record<string, string>>, paths: readonly string[]): string {
  return [
    'FROM scratch',
    '',
    ...Object.entries(labels).map(([name, value]) => `LABEL ${name}=${quoted(value)}`),
    '',
    ...copied
      .filter((directory) => paths.some((path) => path.startsWith(`${directory}/`)))
      .map((directory) => `COPY ${directory} /${directory}/`),
    '',
  ].join('\n');
}

/** Builders take a blank for the end of a value, and some an equals sign, too. */
function quoted(value: string): string {
  return /^[-\w./+,]*$/.test(value) ? value : JSON.stringify(value);
}
