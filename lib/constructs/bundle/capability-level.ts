/** How far the automation of operators goes, the least first. @see https://sdk.operatorframework.io/docs/overview/operator-capabilities/ */
export const capabilityLevels = [
  'Basic Install',
  'Seamless Upgrades',
  'Full Lifecycle',
  'Deep Insights',
  'Auto Pilot',
] as const;

/** How far an operator's automation goes. */
export type CapabilityLevel = (typeof capabilityLevels)[number];
