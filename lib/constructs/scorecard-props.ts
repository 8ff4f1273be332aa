/** The tests of a bundle that catalogs run in a cluster. */
export interface ScorecardProps {
  /** The image with the tests, such as a release of the Operator SDK's `scorecard-test`. */
  readonly image: string;
  /** @default all of them */
  readonly tests?: readonly [ScorecardTest, ...ScorecardTest[]];
}

/** A test that the Operator SDK's image knows. */
export type ScorecardTest =
  | 'basic-check-spec'
  | 'olm-bundle-validation'
  | 'olm-crds-have-validation'
  | 'olm-crds-have-resources'
  | 'olm-spec-descriptors'
  | 'olm-status-descriptors';
