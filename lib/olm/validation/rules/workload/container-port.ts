import type { BundleContent, Place } from '../../../content/index.ts';
import { isPortName, isPortNumber } from '../../port.ts';
import { repeated } from '../../repeated.ts';
import type { Rule, Violation } from '../../rule.ts';
import { deployments } from '../../workload/deployment.ts';

/** What API servers demand of the ports of the operator's containers, and kubelets find when they probe. */
export const containerPortRules: readonly Rule[] = [
  {
    id: 'container-port',
    demand: 'Ports of a container have numbers from 1 to 65535 and names that are told apart.',
    severity: 'error',
    *check(bundle) {
      for (const container of containers(bundle)) {
        const ports = container.at('ports').items;
        for (const port of ports) {
          yield* numberViolations(port.at('containerPort'));
          const name = port.at('name');
          if (name.text === undefined || name.text === '' || isPortName(name.text)) continue;
          yield {
            place: name,
            what: `'${name.text}' is no name of a port`,
            remedy: "use up to 15 lower-case letters, digits and '-', with a letter among them",
          };
        }
        for (const port of repeated(ports, (each) => each.at('name').text)) {
          yield {
            place: port.at('name'),
            what: `another port of the container is called ${port.at('name').text ?? ''}, too`,
            remedy: 'give each a name of its own',
          };
        }
      }
    },
  },
  {
    id: 'container-probe',
    demand: 'A probe asks in one way, at a port that there is: one by name is among the ports of its container.',
    severity: 'error',
    *check(bundle) {
      for (const container of containers(bundle)) {
        for (const probe of probes.map((name) => container.at(name)).filter(({ isAbsent }) => !isAbsent)) {
          const ways = handlers.filter((handler) => !probe.at(handler).isAbsent);
          if (ways.length !== 1) {
            yield {
              place: probe,
              what: ways.length === 0 ? 'the probe asks nothing' : `the probe asks in two ways: ${ways.join(' and ')}`,
              remedy: `write one of ${handlers.join(', ')}`,
            };
          }
          for (const way of ways) yield* targetViolations(probe.at(way, 'port'), container);
        }
      }
    },
  },
];

const probes = ['livenessProbe', 'readinessProbe', 'startupProbe'];
const handlers = ['httpGet', 'tcpSocket', 'grpc', 'exec'];

function* targetViolations(place: Place, container: Place): Generator<Violation> {
  yield* numberViolations(place);
  const names = container.at('ports').items.flatMap((port) => port.at('name').text ?? []);
  if (place.text === undefined || names.includes(place.text)) return;
  yield {
    place,
    what: `the container has no port ${place.text}, so that the probe always fails`,
    remedy: names.length > 0 ? `name ${names.join(' or ')}` : 'write the number of the port',
  };
}

function* numberViolations(place: Place): Generator<Violation> {
  if (typeof place.value !== 'number' || !Number.isInteger(place.value) || isPortNumber(place.value)) return;
  yield { place, what: `${place.value} is no port`, remedy: 'write a number from 1 to 65535' };
}

function containers(bundle: BundleContent): Place[] {
  return deployments(bundle).flatMap(({ allContainers }) => allContainers);
}
