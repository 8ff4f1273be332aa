// In: requests of autoscalers for a metric of pods, which the API server passes on. Out: for each pod, the sum of the
// selected series of its exporter. Run in a pod by pod-metrics-server.ts.

import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';

const groupVersion = 'custom.metrics.k8s.io/v1beta2';
const discoveryPath = `/apis/${groupVersion}`;
const metricPath = new RegExp(`^${discoveryPath}/namespaces/(?<namespace>[^/]+)/pods/[*]/(?<metric>\\w+)$`);
const series = /^(?<metric>\w+)\{(?<labels>.*)\} (?<value>\S+)$/gm;

interface Pod {
  readonly metadata: { readonly name: string };
  readonly spec: { readonly containers: readonly { readonly ports?: readonly Port[] }[] };
  readonly status: { readonly podIP?: string };
}

interface Port {
  readonly name?: string;
  readonly containerPort: number;
}

/** Returns the body of a response; undefined if nothing is at the URL. */
async function answerTo({ pathname, searchParams }: URL): Promise<object | undefined> {
  const path = decodeURIComponent(pathname);
  if (path === discoveryPath) return { apiVersion: 'v1', kind: 'APIResourceList', groupVersion, resources: [] };
  const { namespace, metric } = metricPath.exec(path)?.groups ?? {};
  if (namespace === undefined || metric === undefined) return undefined;
  const pods = await podsOf(namespace, searchParams.get('labelSelector') ?? '');
  const pairs = (searchParams.get('metricLabelSelector') ?? '').matchAll(/([^,=]+)=([^,]*)/g);
  const labels = Array.from(pairs, ([, name, value]) => `${name}="${value}"`);
  const timestamp = new Date().toISOString();
  const items = pods.map(async (pod) => {
    const describedObject = { apiVersion: 'v1', kind: 'Pod', namespace, name: pod.metadata.name };
    const values = valuesOf(await exported(pod), metric, labels);
    const value = String(values.reduce((sum, each) => sum + each, 0));
    // A server without series has no value: it starts, or copies its data.
    return values.length === 0 ? [] : [{ describedObject, metric: { name: metric }, timestamp, value }];
  });
  return { apiVersion: groupVersion, kind: 'MetricValueList', metadata: {}, items: (await Promise.all(items)).flat() };
}

async function podsOf(namespace: string, labelSelector: string): Promise<readonly Pod[]> {
  const url = `https://kubernetes.default.svc/api/v1/namespaces/${namespace}/pods?${new URLSearchParams({ labelSelector })}`;
  const token = readFileSync('/var/run/secrets/kubernetes.io/serviceaccount/token', 'utf8');
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url}: ${text}`);
  return (JSON.parse(text) as { readonly items: readonly Pod[] }).items;
}

/** Returns the text of the metrics of a pod; empty if its exporter doesn't answer. */
async function exported({ metadata, spec, status }: Pod): Promise<string> {
  const port = spec.containers.flatMap(({ ports = [] }) => ports).find(({ name }) => name === 'exporter');
  if (port === undefined || status.podIP === undefined) return '';
  try {
    return await (await fetch(`http://${status.podIP}:${port.containerPort}/metrics`)).text();
  } catch (error) {
    console.error(`no metrics of ${metadata.name}:`, error);
    return '';
  }
}

function valuesOf(text: string, metric: string, labels: readonly string[]): readonly number[] {
  return Array.from(text.matchAll(series), ({ groups = {} }) => groups)
    .filter((each) => each.metric === metric && labels.every((label) => each.labels?.split(',').includes(label)))
    .map(({ value }) => Number(value));
}

const { CERTIFICATE: cert, KEY: key } = process.env;
const server = createServer({ cert, key }, async ({ url = '' }, response) => {
  try {
    const body = await answerTo(new URL(url, 'https://localhost'));
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body ?? {}));
  } catch (error) {
    console.error(`${url}:`, error);
    response.writeHead(500).end(String(error));
  }
});
server.listen(Number(process.env.PORT));
