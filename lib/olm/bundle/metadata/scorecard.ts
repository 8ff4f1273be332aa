import type { KubernetesObject } from '../../../api/index.ts';
import { type ScorecardProps, scorecardTests } from '../../../constructs/index.ts';

/** The directory of a bundle's test configuration. */
export const scorecardDirectory = 'tests/scorecard/';

/**
 * Returns the configuration of the tests that catalogs run in a cluster.
 *
 * @see https://sdk.operatorframework.io/docs/testing-operators/scorecard/
 */
export function scorecardConfiguration({ image, tests }: ScorecardProps): KubernetesObject {
  const storage = { spec: { mountPath: {} } };
  const all = Object.entries(scorecardTests).filter(([test]) => tests?.some((wanted) => wanted === test) ?? true);
  return {
    apiVersion: 'scorecard.operatorframework.io/v1alpha3',
    kind: 'Configuration',
    metadata: { name: 'config' },
    stages: [
      {
        parallel: true,
        tests: all.map(([test, suite]) => ({
          entrypoint: ['scorecard-test', test],
          image,
          labels: { suite, test: `${test}-test` },
          storage,
        })),
      },
    ],
    storage,
  };
}
