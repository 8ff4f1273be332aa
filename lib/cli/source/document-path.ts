// In: the paths of a directory or an archive. Out: those of the files that may hold definitions.
// Called for sources that are more than one file.

/**
 * The paths of the files that may hold definitions, sorted: YAML and JSON at any depth; of a Helm chart, wherever it lies,
 * what is in its crds/, and the archives of the charts that it stands on. What begins with a dot is somebody's own, and what
 * is in node_modules somebody else's.
 *
 * @param paths - with `/`, relative to the source.
 */
export function documentPaths(paths: readonly string[]): string[] {
  const charts = chartFolders(paths);
  return paths
    .filter((path) => !isForeign(path))
    .filter((path) => {
      const chart = charts.find((folder) => path.startsWith(folder));
      return chart === undefined ? isDocument(path) : isOfChart(path.slice(chart.length));
    })
    .toSorted();
}

/** Whether there is a Helm chart among the paths. */
export function hasChart(paths: readonly string[]): boolean {
  return chartFolders(paths).length > 0;
}

/** The folders of charts with a `/` at their end, the inner ones first; empty for the source as a whole. */
function chartFolders(paths: readonly string[]): string[] {
  return paths
    .filter((path) => /(?:^|\/)Chart\.yaml$/.test(path) && !isForeign(path))
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

/** Whether a path leads to what is hidden or installed. Archives begin their paths with `./` at times, which is no name. */
export function isForeign(path: string): boolean {
  return /(?:^|\/)(?:\.(?!\/)|node_modules\/)/.test(path);
}
