import { isDnsLabel } from '../../../../api/index.ts';
import type { BundleContent } from '../../../content/index.ts';
import { isMistyped } from '../../mistyped.ts';
import { isPortNumber } from '../../port.ts';
import { repeated } from '../../repeated.ts';
import type { Rule } from '../../rule.ts';
import { type Deployment, deployments, deploymentsBehind } from '../../workload/deployment.ts';
import { labelsAt, selects } from '../../workload/label-selector.ts';

/** What is demanded of Services that the bundle brings, and of what scrapes through them. */
export const serviceRules: readonly Rule[] = [
  {
    id: 'service-selector',
    demand: 'A Service of the bundle leads to pods of the operator.',
    severity: 'warning',
    *check(bundle) {
      for (const service of bundle.manifestsOf('', 'Service')) {
        const place = service.at('spec', 'selector');
        if (place.fields.length === 0 || deploymentsBehind(service, bundle).length > 0 || isUnclear(bundle)) continue;
        yield {
          place,
          what: 'it selects the pods of no Deployment of the bundle, so that it leads nowhere',
          remedy: "write labels of a Deployment's pod template",
        };
      }
    },
  },
  {
    id: 'service-port',
    demand: 'Ports of a Service have numbers from 1 to 65535, and names where there are several.',
    severity: 'error',
    *check(bundle) {
      for (const service of bundle.manifestsOf('', 'Service')) {
        const ports = service.at('spec', 'ports').items;
        for (const port of ports) {
          const number = port.at('port');
          const name = port.at('name');
          if (typeof number.value === 'number' && Number.isInteger(number.value) && !isPortNumber(number.value)) {
            yield { place: number, what: `${number.value} is no port`, remedy: 'write a number from 1 to 65535' };
          }
          const isNeeded = ports.length > 1 || !name.isAbsent;
          if (isNeeded && !isMistyped(name) && !isDnsLabel(name.text ?? '')) {
            yield {
              place: name,
              what: name.isAbsent ? 'one of several ports has no name' : `'${name.text ?? ''}' is no name of a port`,
              remedy: "use up to 63 lower-case letters, digits and '-'",
            };
          }
        }
        for (const port of repeated(ports, (each) => each.at('name').text)) {
          const name = port.at('name');
          yield {
            place: name,
            what: `another port is called ${name.text ?? ''}, too`,
            remedy: 'give each a name of its own',
          };
        }
      }
    },
  },
  {
    id: 'service-target-port',
    demand: 'A port of a Service leads to one that the pods have, if it names one.',
    severity: 'warning',
    *check(bundle) {
      for (const service of bundle.manifestsOf('', 'Service')) {
        const behind = deploymentsBehind(service, bundle).filter(({ containers }) => containers.length > 0);
        const names = behind.flatMap(portNames);
        if (behind.length === 0) continue;
        for (const place of service.at('spec', 'ports').items.map((port) => port.at('targetPort'))) {
          if (place.text === undefined || names.includes(place.text)) continue;
          yield {
            place,
            what: `no container of the pods has a port ${place.text}, so that this one leads nowhere`,
            remedy: names.length > 0 ? `name ${[...new Set(names)].join(' or ')}` : 'write its number',
          };
        }
      }
    },
  },
  {
    id: 'monitor-service',
    demand: 'A ServiceMonitor finds a Service of the bundle, and ports by the names that it has.',
    severity: 'warning',
    *check(bundle) {
      for (const monitor of bundle.manifestsOf('monitoring.coreos.com', 'ServiceMonitor')) {
        const selector = monitor.at('spec', 'selector');
        if (!monitor.at('spec', 'namespaceSelector').isAbsent) continue;
        const services = bundle
          .manifestsOf('', 'Service')
          .filter((service) => selects(selector, labelsAt(service.at('metadata', 'labels'))));
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
];

/** Whether there are no pods to be seen, which is told of the Deployments. */
function isUnclear(bundle: BundleContent): boolean {
  const all = deployments(bundle);
  return all.length === 0 || all.some(({ template }) => template.isAbsent);
}

function portNames({ allContainers }: Deployment): string[] {
  return allContainers.flatMap((container) =>
    container.at('ports').items.flatMap((port) => port.at('name').text ?? []),
  );
}
