// In: the paths of a directory or an archive. Out: those of files that may hold definitions. Called for sources with
// more than one file.

/**
 * Returns the paths of files that may hold definitions, sorted: YAML and JSON at any depth. From a Helm chart, anywhere
 * in the source, only its crds/ and the archives of its dependencies. Paths that begin with a dot and node_modules are
 * ignored.
 *
 * @param paths - with `/`, relative to the source.
 */
export function documentPaths(paths: readonly string[]): string[] {
  const charts = chartFolders(paths);
  return paths
    .filter((path) => !isHiddenOrInstalled(path))
    .filter((path) => {
      const chart = charts.find((folder) => path.startsWith(folder));
      return chart === undefined ? isDocument(path) : isOfChart(path.slice(chart.length));
    })
    .toSorted();
}

/** Returns true if the paths contain a Helm chart. */
export function hasChart(paths: readonly string[]): boolean {
  return chartFolders(paths).length > 0;
}

/** Returns the folders of charts with a trailing `/`, the inner ones first; empty for the source as a whole. */
function chartFolders(paths: readonly string[]): string[] {
  return paths
    .filter((path) => /(?:^|\/)Chart\.yaml$/.test(path) && !isHiddenOrInstalled(path))
    .map((path) => path.slice(0, -'Chart.yaml'.length))
    .toSorted((one, other) => other.length - one.length);
}

/** @param path - relative to the chart. */
function isOfChart(path: string): boolean {
  return /^charts\/[^/]+\.tgz$/.test(path) || (path.startsWith('crds/') && isDocument(path));
}

function isDocument(path: string): boolean {
  return /\.(?:ya?ml|json)(?:\.gz)?$/.test(path);
}

/**
 * Returns true for a path that leads to no document of a source: hidden, or of an installed package. Paths in archives
 * may begin with `./`, which isn't a hidden name.
 */
export function isHiddenOrInstalled(path: string): boolean {
  return /(?:^|\/)(?:\.(?!\/)|node_modules\/)/.test(path);
}
