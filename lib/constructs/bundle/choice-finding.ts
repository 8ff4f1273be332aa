import { architectures } from './architecture.ts';
import type { BundleProps } from './bundle-props.ts';
import { capabilityLevels } from './capability-level.ts';
import { categories, disputedCategories } from './category.ts';
import { installModeTypes } from './install-mode.ts';
import { maturities } from './maturity.ts';
import { openShiftFeatures } from './openshift-feature.ts';
import { scorecardTests } from './scorecard-props.ts';

/**
 * Returns findings for metadata with values that catalogs don't know, one sentence each with its remedy.
 *
 * A compiler reports the same, but programs run without one, too.
 */
export function bundleChoiceFindings({ openshift, scorecard, ...props }: BundleProps): string[] {
  const known = [...categories, ...Object.keys(disputedCategories)];
  return [
    ...strangerFindings('maturity', [props.maturity ?? 'alpha'], maturities),
    ...strangerFindings('capabilities', [props.capabilities ?? 'Basic Install'], capabilityLevels),
    ...strangerFindings('categories', props.categories ?? [], known),
    ...listFindings('architectures', props.architectures, architectures),
    ...listFindings('installModes', props.installModes, installModeTypes),
    ...strangerFindings('openshift.features', Object.keys(openshift?.features ?? {}), openShiftFeatures),
    ...listFindings('scorecard.tests', scorecard?.tests, Object.keys(scorecardTests)),
    ...(props.channels === undefined ? [] : emptyFindings('channels', props.channels)),
  ];
}

function listFindings(field: string, list: readonly string[] | undefined, known: readonly string[]): string[] {
  return list === undefined ? [] : [...emptyFindings(field, list), ...strangerFindings(field, list, known)];
}

function emptyFindings(field: string, list: readonly string[]): string[] {
  return list.length > 0 ? [] : [`bundle.${field} is empty: write one value at least, or leave it out`];
}

function strangerFindings(field: string, words: readonly string[], known: readonly string[]): string[] {
  return words
    .filter((word) => !known.includes(word))
    .map((word) => `bundle.${field} has '${word}', which catalogs don't know: write one of ${known.join(', ')}`);
}
