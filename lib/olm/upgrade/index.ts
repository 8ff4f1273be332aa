// What an upgrade from one release to the next does

export type { RenderedSample, SampleRender } from './children.ts';
export { type FormatUpgradeOptions, formatUpgrade } from './format.ts';
export type { ReleasePair } from './release-pair.ts';
export { type UpgradeOptions, upgradeFindings } from './upgrade.ts';
export type { UpgradeFinding, UpgradeSeverity } from './upgrade-finding.ts';
