import type { BundleRule } from '../../rule.ts';
import { deployments } from '../../workload/deployment.ts';

/** Rules for autoscalers of the operator's pods. */
export const autoscalerRules: readonly BundleRule[] = [
  {
    id: 'autoscaler-target',
    demand: 'A VerticalPodAutoscaler targets a Deployment of the bundle.',
    *check(bundle) {
      const names = deployments(bundle).map(({ name }) => name);
      for (const autoscaler of bundle.manifestsOf('autoscaling.k8s.io', 'VerticalPodAutoscaler')) {
        const target = autoscaler.at('spec', 'targetRef');
        const name = target.at('name').text;
        if (target.at('kind').text !== 'Deployment' || name === undefined || names.includes(name)) continue;
        yield {
          place: target.at('name'),
          what: `no Deployment of the bundle has the name ${name}`,
          remedy: `name ${names.join(' or ')}`,
        };
      }
    },
  },
];
