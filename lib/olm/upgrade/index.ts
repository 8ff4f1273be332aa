// The effects of an upgrade from one release to the next

export {
  type Acceptance,
  type AcceptedUpgrade,
  isUnacceptable,
  type PublishedRelease,
  withAcceptances,
} from './acceptance.ts';
export type { ChangePolicies, ChangePolicy } from './child/immutable-child.ts';
export type { ReleasePair } from './release-pair.ts';
export type { RenderedSample, SampleRender } from './sample/rendered-sample.ts';
export { departureFindings, type UpgradeOptions, upgradeFindings } from './upgrade.ts';
export type { UpgradeFinding, UpgradeSeverity } from './upgrade-finding.ts';
export { type FormatUpgradeOptions, formatUpgrade } from './upgrade-text.ts';
