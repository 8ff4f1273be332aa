import type { Place } from '../../../content/index.ts';
import { placeRule } from '../../../finding/content-rule.ts';
import type { Violation } from '../../../finding/violation.ts';
import type { BundleRule } from '../../bundle-rule.ts';
import { deploymentNames } from '../../model/workload/bundle-deployment.ts';

/** Rules for aggregated APIs and requirements. */
export const requirementRules: readonly BundleRule[] = [
  placeRule({
    id: 'api-service-deployment',
    demand: 'An owned API service is served by one of the Deployments.',
    rejection: { by: 'OLM', message: 'APIServices not installed' },
    at: ({ clusterServiceVersion }) =>
      clusterServiceVersion.at('spec', 'apiservicedefinitions', 'owned').items.map((api) => api.at('deploymentName')),
    isRight: ({ text = '' }, bundle) => deploymentNames(bundle).includes(text),
    what: ({ isAbsent, value }) => (isAbsent ? 'no Deployment is named' : `there is no Deployment ${String(value)}`),
    remedy: (_name, bundle) => `name one of ${deploymentNames(bundle).join(', ')}`,
  }),
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
