/** `VERB resource[/subresource] code` → how many, as in `APPLY deployments 201`. */
export type RequestCounts = Readonly<Record<string, number>>;

/** Kinds that the operators read and write. What the API server asks itself concerns others. */
const resources = new Set(['memcacheds', 'deployments', 'services', 'events']);

/** What names a request in the figures. */
export interface RequestLabels {
  readonly verb: string;
  readonly resource: string;
  readonly subresource?: string;
  readonly code: string;
}

export function requestName({ verb, resource, subresource = '', code }: RequestLabels): string {
  return `${verb} ${resource}${subresource === '' ? '' : `/${subresource}`} ${code}`;
}

/**
 * The requests that an API server has answered, from the text of its metrics.
 *
 * @see https://kubernetes.io/docs/reference/instrumentation/metrics/ `apiserver_request_total`
 */
export function requestCounts(metrics: string): RequestCounts {
  const counts: Record<string, number> = {};
  for (const [, labels = '', value] of metrics.matchAll(/^apiserver_request_total\{(.*)\} (\S+)$/gm)) {
    const { verb = '', resource = '', subresource = '', code = '' } = labelValues(labels);
    // A watch is counted when it ends.
    if (!resources.has(resource) || verb === 'WATCH') continue;
    const name = requestName({ verb, resource, subresource, code });
    counts[name] = (counts[name] ?? 0) + Number(value);
  }
  return counts;
}

/** One count less another; what has not grown is left out. */
export function subtracted(counts: RequestCounts, others: RequestCounts): RequestCounts {
  const rest = Object.entries(counts).map(([name, count]) => [name, count - (others[name] ?? 0)] as const);
  return Object.fromEntries(
    rest.filter(([, count]) => count !== 0).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
}

/** How many of them were to change something, done or refused. */
export function writeCount(counts: RequestCounts): number {
  const writes = Object.entries(counts).filter(([name]) => /^(?:POST|PUT|PATCH|APPLY|DELETE) /.test(name));
  return writes.reduce((sum, [, count]) => sum + count, 0);
}

/** How many of them were refused. */
export function refusalCount(counts: RequestCounts): number {
  return Object.entries(counts).reduce((sum, [name, count]) => (/ [45]\d\d$/.test(name) ? sum + count : sum), 0);
}

function labelValues(labels: string): Readonly<Record<string, string>> {
  const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)];
  return Object.fromEntries(pairs.map(([, name = '', value = '']): [string, string] => [name, value]));
}
