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

/** How far a release has come. */
export type Maturity = (typeof maturities)[number];
