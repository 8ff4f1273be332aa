import type { Place } from '../../../content/index.ts';
import type { Violation } from '../../../finding/violation.ts';
import { bundleDeployments } from '../../model/workload/deployment.ts';
import type { BundleRule } from '../../rule.ts';

/** Rules for aggregated APIs and requirements. */
export const requirementRules: readonly BundleRule[] = [
  {
    id: 'api-service-deployment',
    demand: 'An owned API service is served by one of the Deployments.',
    rejection: { by: 'OLM', message: 'APIServices not installed' },
    *check(bundle) {
      const { clusterServiceVersion: serviceVersion } = bundle;
      const names = bundleDeployments(bundle).map(({ name }) => name);
      for (const service of serviceVersion.at('spec', 'apiservicedefinitions', 'owned').items) {
        const name = service.at('deploymentName');
        if (names.includes(name.text ?? '')) continue;
        yield {
          place: name,
          what: name.isAbsent ? 'no Deployment is named' : `there is no Deployment ${String(name.value)}`,
          remedy: `name one of ${names.join(', ')}`,
        };
      }
    },
  },
  {
    id: 'olm-v1-support',
    demand: 'OLM v1 installs no operator with dependencies or API services.',
    strict: { audiences: ['olm-v1'], by: 'OLM v1', message: 'unsupported dependencies or API services' },
    *check({ clusterServiceVersion, dependencies }, { audiences }): Generator<Violation> {
      if (!audiences.includes('olm-v1')) return;
      const spec = clusterServiceVersion.at('spec');
      const refused: readonly (readonly [Place, string])[] = [
        [dependencies, 'dependencies'],
        [spec.at('customresourcedefinitions', 'required'), 'required definitions'],
        [spec.at('apiservicedefinitions', 'owned'), 'API services'],
        [spec.at('apiservicedefinitions', 'required'), 'required API services'],
      ];
      for (const [place, what] of refused) {
        if (place.items.length === 0) continue;
        yield { place, what: `OLM v1 rejects ${what}`, remedy: 'leave them out, or publish for OLM alone' };
      }
    },
  },
];
