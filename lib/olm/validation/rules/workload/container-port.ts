import type { Place } from '../../../content/index.ts';
import type { Violation } from '../../../finding/violation.ts';
import { isValueMistyped } from '../../mistyped.ts';
import { bundleContainers } from '../../model/workload/deployment.ts';
import { nameFormViolations, repeatedNameViolations } from '../../name-violation.ts';
import { portName, portViolations } from '../../port.ts';
import type { BundleRule } from '../../rule.ts';

/** Rules of API servers for the ports of containers, and of kubelets for probes. */
export const containerPortRules: readonly BundleRule[] = [
  {
    id: 'container-port',
    demand: 'Ports of a container have numbers from 1 to 65535 and unique names.',
    rejection: { by: 'API server', message: 'spec.template.spec.…ontainers[…].ports[…].' },
    *check(bundle) {
      for (const container of bundleContainers(bundle)) {
        const ports = container.at('ports').items;
        for (const port of ports) yield* portViolations(port.at('containerPort'));
        // API servers treat an empty name as absent.
        const named = ports.filter((port) => port.at('name').text !== '');
        yield* nameFormViolations(named, 'port', portName);
        yield* repeatedNameViolations(named, 'port of the container');
      }
    },
  },
  {
    id: 'container-probe',
    demand: 'A probe has one handler, and its port exists: a named one is among the ports of its container.',
    rejection: { by: 'API server', message: 'spec.template.spec.…ontainers[…].…Probe' },
    *check(bundle) {
      for (const container of bundleContainers(bundle)) {
        for (const probe of probes.map((name) => container.at(name)).filter(({ isAbsent }) => !isAbsent)) {
          const ways = handlers.filter((handler) => !probe.at(handler).isAbsent);
          if (ways.length !== 1) {
            yield {
              place: probe,
              what:
                ways.length === 0 ? 'the probe has no handler' : `the probe has two handlers: ${ways.join(' and ')}`,
              remedy: `write one of ${handlers.join(', ')}`,
            };
          }
          for (const way of ways) yield* probeTargetViolations(probe.at(way, 'port'), container);
          yield* probeCommandViolations(probe);
        }
      }
    },
  },
];

const probes = ['livenessProbe', 'readinessProbe', 'startupProbe'];
const handlers = ['httpGet', 'tcpSocket', 'grpc', 'exec'];

function* probeTargetViolations(place: Place, container: Place): Generator<Violation> {
  yield* portViolations(place);
  const names = container.at('ports').items.flatMap((port) => port.at('name').text ?? []);
  if (place.text === undefined || names.includes(place.text)) return;
  yield {
    place,
    rejection: { by: 'kubelet', message: "probe errored: couldn't find port …" },
    what: `the container has no port ${place.text}, so that the probe always fails`,
    remedy: names.length > 0 ? `name ${names.join(' or ')}` : 'write the number of the port',
  };
}

function* probeCommandViolations(handler: Place): Generator<Violation> {
  const place = handler.at('exec', 'command');
  if (handler.at('exec').isAbsent || place.items.length > 0 || isValueMistyped(place, 'list')) return;
  yield {
    place,
    what: 'it has no command, and API servers reject that',
    remedy: 'write the command, word by word',
  };
}
