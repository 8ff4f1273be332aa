// Checked by the compiler alone: the types of third-party objects in callbacks.

import { App, Chart } from 'cdk8s';
import { z } from 'zod';
import {
  Controller,
  CustomResource,
  ImportedResource,
  type ImportedResourceProps,
  type Observed,
  Operator,
} from '../../lib/index.ts';

interface MonitorProps extends ImportedResourceProps {
  readonly spec: { readonly port: string; readonly interval?: string };
}

class Monitor extends ImportedResource<MonitorProps, { readonly isUp?: boolean }>({
  group: 'example.com',
  version: 'v1',
  kind: 'Monitor',
  plural: 'monitors',
  scope: 'Namespaced',
  schema: '{}',
}) {}

class Cache extends CustomResource({ group: 'example.com', version: 'v1', kind: 'Cache', spec: z.object({}) }) {}

const operator = new Operator(new App(), 'cache-operator', { version: '1.0.0', image: 'cache' });

new Controller(operator, 'Controller', {
  for: Cache,
  owns: [Monitor],
  render: (scope, { metadata }) =>
    new Monitor(scope, 'Monitor', { metadata: { name: metadata.name }, spec: { port: 'http' } }),
  status: ({ children: monitor, live }) => {
    const seen: Observed<typeof Monitor> | undefined = live(monitor) === undefined ? undefined : live.list(Monitor)[0];
    const port: string | undefined = seen?.spec.port;
    const isUp: boolean | undefined = seen?.status?.isUp;
    // @ts-expect-error there is no such field
    seen?.spec.ports;
    return port === undefined || isUp === undefined ? {} : {};
  },
});

const chart = new Chart(new App(), 'chart');
new Monitor(chart, 'Good', { spec: { port: 'http' } });
// @ts-expect-error the port is missing
new Monitor(chart, 'Bad', { spec: {} });
// @ts-expect-error there is no such field
new Monitor(chart, 'Worse', { spec: { port: 'http', ports: [] } });
// @ts-expect-error only the operator writes a status
new Monitor(chart, 'Worst', { spec: { port: 'http' }, status: {} });

/** The type of a kind that may have any fields beside the known ones. */
interface OpenProps extends ImportedResourceProps {
  readonly spec: { readonly port: string };
  readonly [field: string]: unknown;
}

class Open extends ImportedResource<OpenProps>({
  group: 'example.com',
  version: 'v1',
  kind: 'Open',
  plural: 'opens',
  scope: 'Namespaced',
  schema: '{}',
}) {}

export function portOf(open: Observed<typeof Open>): string {
  Open.validate({ spec: { port: 'http' }, extra: 1 });
  // @ts-expect-error the port is missing
  Open.validate({ spec: {} });
  const extra: unknown = open.extra;
  return extra === undefined ? open.spec.port : open.metadata.name;
}
