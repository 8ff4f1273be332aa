import type { BundleContent, Place } from '../content/index.ts';
import type { Violation } from '../finding/violation.ts';
import type { BundleRule, RuleContext } from './rule.ts';

/** A {@link BundleRule} about the ClusterServiceVersion alone. */
export interface ServiceVersionRule extends Omit<BundleRule, 'check'> {
  readonly check: (serviceVersion: Place, bundle: BundleContent, context: RuleContext) => Iterable<Violation>;
}

/**
 * Returns the rule for bundles; it reports nothing if the ClusterServiceVersion is missing, which another rule reports.
 */
export function serviceVersionRule({ check, ...words }: ServiceVersionRule): BundleRule {
  return {
    ...words,
    check: (bundle, context) => {
      const serviceVersion = bundle.clusterServiceVersion;
      return serviceVersion.isAbsent ? [] : check(serviceVersion, bundle, context);
    },
  };
}
