import type { BundleRule } from '../../rule.ts';
import { deployments } from '../../workload/deployment.ts';
import { labelViolations } from '../../workload/label-selector.ts';

/** Rules for all labels in the bundle. */
export const labelRules: readonly BundleRule[] = [
  {
    id: 'label',
    demand: 'Labels have valid names and values.',
    rejection: { by: 'API server', message: 'metadata.labels: Invalid value' },
    *check(bundle) {
      const made = deployments(bundle).flatMap(({ place, template }) => [
        place.at('label'),
        template.at('metadata', 'labels'),
      ]);
      for (const labels of [...bundle.manifests.map((each) => each.at('metadata', 'labels')), ...made]) {
        yield* labelViolations(labels);
      }
    },
  },
];
