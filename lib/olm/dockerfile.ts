/** The Dockerfile of a bundle's image, which stands beside `manifests/` and `metadata/`: files and labels, nothing that runs. */
export function dockerfile(labels: Readonly<Record<string, string>>): string {
  return [
    'FROM scratch',
    '',
    ...Object.entries(labels).map(([name, value]) => `LABEL ${name}=${value}`),
    '',
    'COPY manifests /manifests/',
    'COPY metadata /metadata/',
    '',
  ].join('\n');
}
