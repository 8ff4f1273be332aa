/** The states of a release that catalogs show. */
export const maturities = [
  'planning',
  'pre-alpha',
  'alpha',
  'beta',
  'stable',
  'mature',
  'inactive',
  'deprecated',
] as const;

/** The maturity of a release. */
export type Maturity = (typeof maturities)[number];
