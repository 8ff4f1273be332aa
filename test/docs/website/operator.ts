import { Duration } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import type { Construct } from 'constructs';
import { Action, byLabel, Controller, Counter, Operator, type OperatorProps, Sample, TerminalError } from 'operand';
import { Website } from './api.ts';
import { WebServer } from './children.ts';

/** A registry of domains, outside of the cluster. */
export interface Registry {
  owns(domain: string): boolean;
  register(domain: string, target: string, signal: AbortSignal): Promise<void>;
  release(domain: string, signal: AbortSignal): Promise<void>;
}

export interface WebsiteOperatorProps extends OperatorProps {
  readonly registry: Registry;
}

/** Runs websites. */
export class WebsiteOperator extends Operator {
  constructor(scope: Construct, id: string, { registry, ...props }: WebsiteOperatorProps) {
    super(scope, id, props);
    const registrations = new Counter(this, 'Registrations', {
      name: 'registrations_total',
      help: 'Calls to the registry that have registered a domain.',
    });

    new Controller(this, 'Controller', {
      for: Website,
      owns: [k8s.KubeConfigMap, k8s.KubeService, k8s.KubeStatefulSet],
      watches: [byLabel(k8s.KubePod, 'website')],

      render: (scope, { metadata, spec }) => new WebServer(scope, 'Server', { name: metadata.name, ...spec }),

      reconcile: async ({ spec, children: { service }, live, events, metrics, signal }) => {
        if (!registry.owns(spec.domain)) throw new TerminalError(`${spec.domain} is not a domain of ours`);
        const address = live(service, k8s.KubeService)?.spec?.clusterIP;
        if (address === undefined) return Action.requeueAfter(Duration.seconds(5));
        await registry.register(spec.domain, address, signal);
        metrics.add(registrations, 1);
        events.normal({ reason: 'Registered', message: `${spec.domain} leads to ${address}` });
        return Action.awaitChange();
      },

      status: ({ spec, children: { servers, labels }, live }) => {
        const ready = live(servers, k8s.KubeStatefulSet)?.status?.readyReplicas ?? 0;
        return {
          phase: ready > 0 ? 'Online' : 'Publishing',
          pods: live.list(k8s.KubePod, { labels }).map(({ metadata }) => metadata.name),
          conditions: [
            { type: 'Registered', status: 'True', reason: 'Registered', message: `${spec.domain} leads here` },
          ],
        };
      },

      cleanup: async ({ spec, signal }) => {
        await registry.release(spec.domain, signal);
      },
    });

    new Sample(this, 'Home', { of: Website, spec: { domain: 'www.example.com' } });
  }
}
