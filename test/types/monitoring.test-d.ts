// Checked by the compiler alone: third-party objects have only the fields of their CRDs.

import type { Chart } from 'cdk8s';
import { Certificate } from '../../apps/monitoring/imports/cert-manager.io/v1/index.ts';
import { Elasticsearch } from '../../apps/monitoring/imports/elasticsearch.k8s.elastic.co/v1/index.ts';
import {
  Prometheus,
  ServiceMonitor,
  type ServiceMonitorSpec,
} from '../../apps/monitoring/imports/monitoring.coreos.com/v1/index.ts';
import { InnoDBCluster } from '../../apps/monitoring/imports/mysql.oracle.com/v2/index.ts';
import type { Live, OwnedKind } from '../../lib/index.ts';

declare const chart: Chart;
declare const live: Live;

new Prometheus(chart, 'All', { spec: { serviceMonitorSelector: {}, resources: { requests: { memory: '400Mi' } } } });
new Elasticsearch(chart, 'Free', {
  spec: { version: '8.10.0', nodeSets: [{ name: 'a', config: { any: ['thing'] } }] },
});

// @ts-expect-error a field that has to be there is missing
new Certificate(chart, 'Nameless', { spec: { issuerRef: { name: 'letsencrypt' } } });

// @ts-expect-error the spec itself is missing
new ServiceMonitor(chart, 'Empty', {});

// @ts-expect-error there is no such field
new InnoDBCluster(chart, 'Unknown', { spec: { secretName: 'root', size: 3 } });

// @ts-expect-error there is no such field within a list
new Elasticsearch(chart, 'Deep', { spec: { version: '8.10.0', nodeSets: [{ name: 'a', nodes: 3 }] } });

// @ts-expect-error a number is no text
new Prometheus(chart, 'Number', { spec: { retention: 15 } });

// @ts-expect-error there is no such choice
new ServiceMonitor(chart, 'Choice', { spec: { selector: {}, endpoints: [{ scheme: 'gopher' }] } });

/** Imported classes are kinds to operators. */
export const owned: OwnedKind = { kind: ServiceMonitor, whenNotServed: 'skip' };

/** The observed state of an object has the types of its kind. */
export const observed: ServiceMonitorSpec | undefined = live.list(ServiceMonitor)[0]?.spec;
