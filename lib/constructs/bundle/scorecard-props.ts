/** The tests of the Operator SDK's image, in the order in which it lists them: test → its suite. */
export const scorecardTests = {
  'basic-check-spec': 'basic',
  'olm-bundle-validation': 'olm',
  'olm-crds-have-validation': 'olm',
  'olm-crds-have-resources': 'olm',
  'olm-spec-descriptors': 'olm',
  'olm-status-descriptors': 'olm',
} as const;

/** A test of the Operator SDK's image. */
export type ScorecardTest = keyof typeof scorecardTests;

/** The tests of a bundle that catalogs run in a cluster. */
export interface ScorecardProps {
  /** The image with the tests, such as a release of the Operator SDK's `scorecard-test`. */
  readonly image: string;
  /** @default all of them */
  readonly tests?: readonly [ScorecardTest, ...ScorecardTest[]];
}
