import type { BundleContent, Place } from '../content/index.ts';
import type { Rule, RuleContext, Violation } from './rule.ts';

/** A {@link Rule} about the ClusterServiceVersion alone. */
export interface ServiceVersionRule extends Omit<Rule, 'check'> {
  readonly check: (version: Place, bundle: BundleContent, context: RuleContext) => Iterable<Violation>;
}

/** The rule for bundles: where the ClusterServiceVersion is missing, that is what another rule says, and this one nothing. */
export function serviceVersionRule({ check, ...words }: ServiceVersionRule): Rule {
  return {
    ...words,
    check: (bundle, context) => {
      const version = bundle.clusterServiceVersion;
      return version.isAbsent ? [] : check(version, bundle, context);
    },
  };
}
