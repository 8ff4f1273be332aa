/** `VERB resource[/subresource] code` → the number of requests, as in `APPLY deployments 201`. */
export type RequestCounts = Readonly<Record<string, number>>;

/** The kinds that the operators read and write. Requests of the API server to itself concern other kinds. */
const resources = new Set(['memcacheds', 'deployments', 'services', 'events']);

/** The labels that identify a request in the metrics. */
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
 * Returns the requests that an API server has answered, from the text of its metrics. It counts a watch when it ends.
 *
 * @see https://kubernetes.io/docs/reference/instrumentation/metrics/ `apiserver_request_total`
 */
export function requestCounts(metrics: string): RequestCounts {
  const counts: Record<string, number> = {};
  for (const [, labels = '', value] of metrics.matchAll(/^apiserver_request_total\{(.*)\} (\S+)$/gm)) {
    const { verb = '', resource = '', subresource = '', code = '' } = labelValues(labels);
    if (!resources.has(resource)) continue;
    const name = requestName({ verb, resource, subresource, code });
    counts[name] = (counts[name] ?? 0) + Number(value);
  }
  return counts;
}

/** Returns the increase from `others` to `counts`, without unchanged entries. */
export function subtracted(counts: RequestCounts, others: RequestCounts): RequestCounts {
  const rest = Object.entries(counts).map(([name, count]) => [name, count - (others[name] ?? 0)] as const);
  return Object.fromEntries(
    rest.filter(([, count]) => count !== 0).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
}

/** Returns the number of requests whose names match. @param pattern - @default all */
export function requestCount(counts: RequestCounts, pattern = /./): number {
  return Object.entries(counts).reduce((sum, [name, count]) => (pattern.test(name) ? sum + count : sum), 0);
}

/** Returns the number of writes, accepted or rejected. */
export function writeCount(counts: RequestCounts): number {
  return requestCount(counts, /^(?:POST|PUT|PATCH|APPLY|DELETE) /);
}

/** Returns the number of rejected requests, without watches. */
export function refusalCount(counts: RequestCounts): number {
  return requestCount(counts, /^(?!WATCH ).* [45]\d\d$/);
}

function labelValues(labels: string): Readonly<Record<string, string>> {
  const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)];
  return Object.fromEntries(pairs.map(([, name = '', value = '']): [string, string] => [name, value]));
}
