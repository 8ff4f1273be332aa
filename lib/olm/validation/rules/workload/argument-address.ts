import type { Place } from '../../../content/index.ts';
import type { BundleRule } from '../../bundle-rule.ts';
import { bundleWebhooks } from '../../model/webhook/bundle-webhook.ts';
import { bundleDeployments, type Deployment, deploymentsOfService } from '../../model/workload/bundle-deployment.ts';
import { containerFlags } from '../../model/workload/container-flag.ts';
import { isPortNumber } from '../../model/workload/port.ts';

/** Rules for the addresses in containers' arguments: clients use the same ones. */
export const argumentAddressRules: readonly BundleRule[] = [
  {
    id: 'argument-probe-port',
    demand: 'Probes use the port in the container’s arguments.',
    *check(bundle) {
      for (const container of bundleDeployments(bundle).flatMap(({ containers }) => containers)) {
        const [flagPort] = flagPorts(container, /^--health(?:z|-probe)?-(?:bind-)?addr(?:ess)?$/);
        if (flagPort === undefined) continue;
        for (const probe of ['livenessProbe', 'readinessProbe', 'startupProbe']) {
          const place = container.at(probe, 'httpGet', 'port');
          const port = argumentPort(place, [container]);
          if (!isPortNumber(port) || port === flagPort || declaresContainerPort(container, port, place)) continue;
          yield {
            place,
            what: `the container's arguments have port ${flagPort} for probes, and the probe uses ${port}`,
            remedy: `write ${flagPort}`,
          };
        }
      }
    },
  },
  {
    id: 'argument-webhook-port',
    demand: 'API servers call webhooks at the port in the container’s arguments.',
    *check(bundle) {
      for (const { deployment, target, targetPlace } of bundleWebhooks(bundle)) {
        if (deployment === undefined || targetPlace.isAbsent || isUnknownPort(deployment, target)) continue;
        const ports = deployment.containers.flatMap((container) =>
          flagPorts(container, /^--webhook-(?:server-)?(?:port|bind-address|addr)$/),
        );
        const port = argumentPort(targetPlace, deployment.containers);
        if (ports.length === 0 || port === undefined || ports.includes(port)) continue;
        yield {
          place: targetPlace,
          what: `${deployment.name} has port ${ports[0] ?? ''} for webhooks in its arguments, and ${String(target)} isn't that`,
          remedy: `write ${ports[0] ?? ''}`,
        };
      }
    },
  },
  {
    id: 'argument-service-port',
    demand: 'A Service leads to a port at which a container listens, as far as declared.',
    *check(bundle) {
      for (const service of bundle.manifestsOf('', 'Service')) {
        const [deployment, ...others] = deploymentsOfService(service, bundle);
        if (deployment === undefined || others.length > 0) continue;
        const ports = deployment.containers.flatMap((container) =>
          flagPorts(container, /^--(?:metrics|secure-listen)-(?:bind-)?(?:addr|address|port)$/),
        );
        for (const port of service.at('spec', 'ports').items) {
          const place = port.at('targetPort').isAbsent ? port.at('port') : port.at('targetPort');
          const number = typeof place.value === 'number' ? place.value : undefined;
          if (number === undefined || ports.length === 0 || isPortMentioned(number, deployment)) continue;
          // The rules about webhooks check their ports.
          if (bundleWebhooks(bundle).some(({ target }) => target === number)) continue;
          yield {
            place,
            what: `no container has port ${number} in its arguments or among its ports`,
            remedy: `write one of ${[...new Set(ports)].join(', ')}`,
          };
        }
      }
    },
  },
];

/** Returns the ports in the addresses of flags: 8081 of `--health-probe-bind-address=:8081`. */
function flagPorts(container: Place, flag: RegExp): number[] {
  return containerFlags(container).flatMap(({ name, value }) => {
    const port = /^(?:.*:)?(\d+)$/.exec(value.text ?? '')?.[1];
    return flag.test(name) && port !== undefined && port !== '0' ? [Number(port)] : [];
  });
}

function argumentPort({ value }: Place, containers: readonly Place[]): number | undefined {
  if (typeof value !== 'string') return typeof value === 'number' ? value : undefined;
  const ports = containers.flatMap((container) => container.at('ports').items);
  const number = ports.find((port) => port.at('name').text === value)?.at('containerPort').value;
  return typeof number === 'number' ? number : undefined;
}

/** Returns true if the containers declare ports without that one, which is then reported for a webhook. */
function isUnknownPort({ containers }: Deployment, target: unknown): boolean {
  const ports = containers.flatMap((container) => container.at('ports').items);
  const isThere = ports.some((port) => [port.at('containerPort').value, port.at('name').text].includes(target));
  return ports.length > 0 && !isThere;
}

/** Returns true if a container declares that port by number: then it serves something there, without an argument. */
function declaresContainerPort(container: Place, port: number | undefined, { value }: Place): boolean {
  return (
    typeof value === 'number' && container.at('ports').items.some((each) => each.at('containerPort').value === port)
  );
}

function isPortMentioned(port: number, { containers, pod }: Deployment): boolean {
  const declared = containers.flatMap((container) => container.at('ports').items);
  if (declared.some((each) => each.at('containerPort').value === port)) return true;
  return new RegExp(`(?<!\\d)${port}(?!\\d)`).test(JSON.stringify(pod.at('containers').value));
}
