/** The directories of a bundle that its image holds, in copy order. */
const copied = ['manifests', 'metadata', 'tests/scorecard'];

/**
 * Returns the Dockerfile of a bundle's image, stored next to `manifests/` and `metadata/`: files and labels only.
 *
 * @param paths - the paths of the bundle's files.
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

/** Quotes a value: builders end an unquoted value at a blank, some also at an equals sign. */
function quoted(value: string): string {
  return /^[-\w./+,]*$/.test(value) ? value : JSON.stringify(value);
}
