import { BundleDraft } from './bundle-draft.ts';
import { dependent } from './dependent-bundle.ts';
import { inJson } from './json-bundle.ts';
import { minimal } from './minimal-bundle.ts';
import { monitored } from './monitored-bundle.ts';
import { scaffolded } from './scaffolded-bundle.ts';
import { unusual } from './unusual-bundle.ts';

const bundles = { minimal, scaffolded, monitored, dependent, 'in JSON': inJson, unusual };

/** The shapes of good bundles; each has a file beside this one that says what is special about it. */
export type GoodBundleName = keyof typeof bundles;

/** All of them. */
export const goodBundleNames = ['minimal', 'scaffolded', 'monitored', 'dependent', 'in JSON', 'unusual'] as const;

/** A bundle without findings, for a test to change. */
export function goodBundle(name: GoodBundleName): BundleDraft {
  return new BundleDraft(bundles[name]);
}
