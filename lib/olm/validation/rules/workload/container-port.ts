import { bundleContainers } from '../../model/workload/deployment.ts';
import type { BundleRule } from '../../rule.ts';

/** Rules of kubelets for the ports of probes. */
export const containerPortRules: readonly BundleRule[] = [
  {
    id: 'container-probe',
    demand: 'A named port of a probe is among the ports of its container.',
    rejection: { by: 'kubelet', message: "probe errored: couldn't find port …" },
    *check(bundle) {
      for (const container of bundleContainers(bundle)) {
        const names = container.at('ports').items.flatMap((port) => port.at('name').text ?? []);
        for (const handler of probes.flatMap((probe) => handlers.map((name) => container.at(probe, name)))) {
          const place = handler.at('port');
          if (place.text === undefined || names.includes(place.text)) continue;
          yield {
            place,
            what: `the container has no port ${place.text}, so that the probe always fails`,
            remedy: names.length > 0 ? `name ${names.join(' or ')}` : 'write the number of the port',
          };
        }
      }
    },
  },
];

const probes = ['livenessProbe', 'readinessProbe', 'startupProbe'];
const handlers = ['httpGet', 'tcpSocket'];
