import { type BundleContent, isSelectedBySelector, labelsOfMap, type Place } from '../../../content/index.ts';
import { placeRule, textRule } from '../../../finding/content-rule.ts';
import { repeatedItems } from '../../../finding/repetition.ts';
import type { BundleRule } from '../../bundle-rule.ts';
import { bundleDeployments, type Deployment, deploymentsOfService } from '../../model/workload/bundle-deployment.ts';
import { isPortNumber, protocolOf } from '../../model/workload/port.ts';
import { placesAt } from '../../place-path.ts';

/** Rules for Services in the bundle, and for monitors of them. */
export const serviceRules: readonly BundleRule[] = [
  {
    id: 'service-selector',
    demand: 'A Service of the bundle leads to pods of the operator.',
    *check(bundle) {
      for (const service of bundle.manifestsOf('', 'Service')) {
        const place = service.at('spec', 'selector');
        if (place.fields.length === 0 || deploymentsOfService(service, bundle).length > 0 || arePodsUnclear(bundle))
          continue;
        yield {
          place,
          what: 'it selects the pods of no Deployment of the bundle, and leads nowhere unless the operator creates such pods',
          remedy: "write labels of a Deployment's pod template",
        };
      }
    },
  },
  placeRule({
    id: 'service-port',
    demand: 'A node port of a Service is in the range that most clusters have.',
    at: (bundle) =>
      bundle
        .manifestsOf('', 'Service')
        .filter((service) => (service.at('spec', 'type').text ?? 'ClusterIP') !== 'ClusterIP')
        .flatMap((service) => service.at('spec', 'ports').items.map((port) => port.at('nodePort'))),
    isRight: ({ value }) => typeof value !== 'number' || value === 0 || (value >= 30_000 && value <= 32_767),
    rating: ({ value }) =>
      isPortNumber(value) ? {} : { rejection: { by: 'API server', message: 'nodePort: Invalid value' } },
    what: ({ value }) => `${String(value)} is outside of the range of node ports, and API servers reject it`,
    remedy: 'write a number from 30000 to 32767, or leave it out',
  }),
  {
    id: 'service-target-port',
    demand: 'A named target port of a Service is a port of its pods.',
    *check(bundle) {
      for (const service of bundle.manifestsOf('', 'Service')) {
        const behind = deploymentsOfService(service, bundle).filter(({ containers }) => containers.length > 0);
        if (behind.length === 0) continue;
        for (const port of service.at('spec', 'ports').items) {
          const place = port.at('targetPort');
          const protocol = protocolOf(port);
          const names = behind.flatMap((deployment) => containerPortNames(deployment, protocol));
          if (place.text === undefined || names.includes(place.text)) continue;
          yield {
            place,
            what: `no container of the pods has a port ${place.text} of protocol ${protocol}, so that this one leads nowhere`,
            remedy: names.length > 0 ? `name ${[...new Set(names)].join(' or ')}` : 'write its number',
          };
        }
      }
    },
  },
  {
    id: 'monitor-service',
    demand: 'A ServiceMonitor selects a Service of the bundle, and ports by their names.',
    *check(bundle) {
      for (const monitor of bundle.manifestsOf('monitoring.coreos.com', 'ServiceMonitor')) {
        const selector = monitor.at('spec', 'selector');
        if (selectsOtherNamespaces(monitor)) continue;
        const services = bundle
          .manifestsOf('', 'Service')
          .filter((service) => isSelectedBySelector(selector, labelsOfMap(service.at('metadata', 'labels'))));
        if (services.length === 0) {
          yield {
            place: selector,
            what: 'it selects no Service of the bundle, so that nothing is scraped',
            remedy: 'write labels of the Service with the metrics',
          };
          continue;
        }
        const names = services.flatMap((service) =>
          service.at('spec', 'ports').items.map((port) => port.at('name').text),
        );
        for (const place of monitor.at('spec', 'endpoints').items.map((endpoint) => endpoint.at('port'))) {
          if (place.text === undefined || names.includes(place.text)) continue;
          yield {
            place,
            what: `the Service has no port ${place.text}, so that nothing is scraped`,
            remedy: `name ${names.filter((name) => name !== undefined).join(' or ') || 'a port of it'}`,
          };
        }
      }
    },
  },
  textRule({
    id: 'prometheus-duration',
    demand: 'A duration for Prometheus has a form such as 30s or 1h30m.',
    rejection: { by: 'API server', message: 'Invalid value: should match a duration' },
    at: monitorDurations,
    isRight: (text) => duration.test(text),
    what: (text) => `'${text}' is not a valid duration for Prometheus`,
    remedy: 'write one such as 30s, 5m or 1h30m',
  }),
  {
    id: 'prometheus-rule',
    demand: 'A rule of Prometheus is an alert or a recording, in a group with a unique name.',
    *check(bundle) {
      for (const object of prometheusObjects(bundle, 'PrometheusRule')) {
        const groups = object.at('spec', 'groups').items;
        for (const group of repeatedItems(groups, (each) => each.at('name').text)) {
          const what = `another group of rules also has the name ${group.at('name').text ?? ''}`;
          yield { place: group.at('name'), what, remedy: 'give each a name of its own' };
        }
        for (const rule of groups.flatMap((group) => group.at('rules').items)) {
          const names = ['alert', 'record'].filter((field) => rule.at(field).hasText);
          if (names.length === 1) continue;
          yield {
            place: rule,
            what: names.length === 0 ? 'it has neither alert nor record' : 'it has both alert and record',
            remedy: 'write one of alert and record',
          };
        }
      }
    },
  },
];

function selectsOtherNamespaces(monitor: Place): boolean {
  const selector = monitor.at('spec', 'namespaceSelector');
  return selector.at('any').value === true || selector.at('matchNames').items.length > 0;
}

function arePodsUnclear(bundle: BundleContent): boolean {
  const all = bundleDeployments(bundle);
  return all.length === 0 || all.some(({ template }) => template.isAbsent);
}

function containerPortNames({ allContainers }: Deployment, protocol: string): string[] {
  const ports = allContainers.flatMap((container) => container.at('ports').items);
  return ports.filter((port) => protocolOf(port) === protocol).flatMap((port) => port.at('name').text ?? []);
}

/** @see https://github.com/prometheus-operator/prometheus-operator/blob/main/pkg/apis/monitoring/v1/types.go */
const duration = /^(?:0|(?:\d+y)?(?:\d+w)?(?:\d+d)?(?:\d+h)?(?:\d+m)?(?:\d+s)?(?:\d+ms)?)$/;

const times: readonly (readonly [kind: string, path: string])[] = [
  ['ServiceMonitor', 'spec.endpoints[].interval'],
  ['ServiceMonitor', 'spec.endpoints[].scrapeTimeout'],
  ['PrometheusRule', 'spec.groups[].interval'],
  ['PrometheusRule', 'spec.groups[].rules[].for'],
  ['PrometheusRule', 'spec.groups[].rules[].keep_firing_for'],
];

function monitorDurations(bundle: BundleContent): Place[] {
  return times.flatMap(([kind, path]) => prometheusObjects(bundle, kind).flatMap((object) => placesAt(object, path)));
}

function prometheusObjects(bundle: BundleContent, kind: string): readonly Place[] {
  return bundle.manifestsOf('monitoring.coreos.com', kind);
}
