/**
 * The levels of operators' automation, the lowest first.
 *
 * @see https://sdk.operatorframework.io/docs/overview/operator-capabilities/
 */
export const capabilityLevels = [
  'Basic Install',
  'Seamless Upgrades',
  'Full Lifecycle',
  'Deep Insights',
  'Auto Pilot',
] as const;

/** A level of an operator's automation. */
export type CapabilityLevel = (typeof capabilityLevels)[number];
