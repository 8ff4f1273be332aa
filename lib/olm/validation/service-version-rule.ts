import type { BundleContent, Place } from '../content/index.ts';
import type { Violation } from '../finding/violation.ts';
import type { Rule, RuleContext } from './rule.ts';

/** A {@link Rule} about the ClusterServiceVersion alone. */
export interface ServiceVersionRule extends Omit<Rule, 'check'> {
  readonly check: (serviceVersion: Place, bundle: BundleContent, context: RuleContext) => Iterable<Violation>;
}

/** The rule for bundles: where the ClusterServiceVersion is missing, that is what another rule says, and this one nothing. */
export function serviceVersionRule({ check, ...words }: ServiceVersionRule): Rule {
  return {
    ...words,
    check: (bundle, context) => {
      const serviceVersion = bundle.clusterServiceVersion;
      return serviceVersion.isAbsent ? [] : check(serviceVersion, bundle, context);
    },
  };
}
