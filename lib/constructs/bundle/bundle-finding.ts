import { isChannelName } from '../catalog/channel-props.ts';
import { isVersion, releaseVersionFindings } from '../version.ts';
import { architectures } from './architecture.ts';
import type { BundleProperty } from './bundle-property.ts';
import type { BundleProps } from './bundle-props.ts';
import { capabilityLevels } from './capability-level.ts';
import { categories, disputedCategories } from './category.ts';
import { installModeTypes } from './install-mode.ts';
import { maturities } from './maturity.ts';
import { openShiftFeatures } from './openshift-feature.ts';
import { scorecardTests } from './scorecard-props.ts';

/** Required props that JavaScript programs and casts can leave out. */
const required = ['displayName', 'description', 'provider', 'maintainers'] as const;

/**
 * Returns findings for metadata of an operator that catalogs would refuse, one sentence each with its remedy.
 *
 * The limits are those that the pipelines of the public catalogs apply before a bundle is published.
 */
export function bundleFindings(props: BundleProps): string[] {
  const missing = required.filter((field) => props[field] === undefined);
  if (missing.length > 0)
    return missing.map((field) => `bundle.${field} is missing: catalogs refuse a bundle without it`);
  const { displayName, description, summary, provider, support, maintainers, links, repository } = props;
  const { channels = [], minKubeVersion, replaces, skips = [], imageLock = {}, properties = [], scorecard } = props;
  return [
    ...bundleTextLengthFindings('displayName', displayName, { from: 3, to: 50 }),
    ...bundleTextLengthFindings('description', description, { from: 20 }),
    ...bundleTextLengthFindings('summary', summary, { from: 10 }),
    ...bundleTextLengthFindings('provider.name', provider.name, { from: 3 }),
    ...bundleAddressFindings('provider.url', provider.url),
    ...bundleTextLengthFindings('support', support, { from: 3 }),
    ...bundleAddressFindings('repository', repository),
    ...(links ?? []).flatMap(({ name, url }, index) => [
      ...bundleTextLengthFindings(`links[${index}].name`, name, { from: 1 }),
      ...bundleAddressFindings(`links[${index}].url`, url),
    ]),
    ...(maintainers.length === 0 ? ['bundle.maintainers is empty: name one at least, with an email address'] : []),
    ...maintainers.flatMap(({ name, email }, index) => [
      ...bundleTextLengthFindings(`maintainers[${index}].name`, name, { from: 1 }),
      ...(isEmailAddress(email)
        ? []
        : [
            `bundle.maintainers[${index}].email '${email}' is not an email address: write one such as team@example.com`,
          ]),
    ]),
    ...channels.flatMap((channel, index) => bundleChannelFindings(channel, index, channels)),
    ...(minKubeVersion === undefined || isKubernetesRelease(minKubeVersion)
      ? []
      : [
          `bundle.minKubeVersion '${minKubeVersion}' is not a release of Kubernetes: write three numbers such as 1.30.0`,
        ]),
    ...(replaces === undefined ? [] : releaseVersionFindings('bundle.replaces', replaces)),
    ...skips.flatMap((version, index) => releaseVersionFindings(`bundle.skips[${index}]`, version)),
    ...(scorecard === undefined || /^\S+$/.test(scorecard.image)
      ? []
      : [`bundle.scorecard.image is '${scorecard.image}', which is not an image: write one without blanks`]),
    ...bundleChoiceFindings(props),
    ...bundlePropertyFindings(properties),
    ...Object.entries(imageLock)
      .filter(([, digest]) => !/^sha256:[0-9a-f]{64}$/.test(digest))
      .map(([image, digest]) => `bundle.imageLock['${image}'] is '${digest}', which is not a digest: write sha256:…`),
  ];
}

function bundleTextLengthFindings(
  field: string,
  text: string | undefined,
  { from, to = Number.POSITIVE_INFINITY }: { readonly from: number; readonly to?: number },
): string[] {
  if (text === undefined) return [];
  const length = text.trim().length;
  if (length >= from && length <= to) return [];
  const wanted = Number.isFinite(to) ? `${from} to ${to}` : `${from} or more`;
  return [`bundle.${field} has ${length === 1 ? '1 character' : `${length} characters`}: write ${wanted}`];
}

function bundleAddressFindings(field: string, url: string | undefined): string[] {
  if (url === undefined || (/^https?:\/\/[^\s]+$/.test(url) && URL.canParse(url))) return [];
  return [`bundle.${field} '${url}' is not a web address: write one such as https://example.com`];
}

function bundleChannelFindings(channel: string, index: number, channels: readonly string[]): string[] {
  if (!isChannelName(channel)) {
    return [
      `bundle.channels[${index}] '${channel}' is not a valid name of a channel: write one word without commas, such as stable`,
    ];
  }
  return channels.indexOf(channel) < index
    ? [`bundle.channels[${index}] '${channel}' is there twice: leave one out`]
    : [];
}

function isEmailAddress(text: string): boolean {
  return /^[^\s@<>,;]+@[^\s@<>,;.]+(?:\.[^\s@<>,;.]+)*$/.test(text);
}

/** Catalogs compare with a cluster's version: it needs all parts, and has no suffix and no leading `v`. */
function isKubernetesRelease(text: string): boolean {
  return /^\d+\.\d+\.\d+$/.test(text) && isVersion(text);
}

/**
 * Returns the findings for the properties of a bundle before their content is parsed, one sentence each with its
 * remedy.
 */
function bundlePropertyFindings(properties: readonly BundleProperty[]): string[] {
  return properties.flatMap(({ type, value }, index) => [
    ...(type === 'olm.maxOpenShiftVersion'
      ? [`bundle.properties[${index}] is ${type}, which follows from bundle.openshift.maxVersion: set that instead`]
      : []),
    ...(isJsonWritable(value)
      ? []
      : [`bundle.properties[${index}].value can't be written in JSON: write texts, numbers, lists and objects`]),
  ]);
}

function isJsonWritable(value: unknown): boolean {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return true;
    case 'number':
      return Number.isFinite(value);
    case 'object':
      return value === null || Object.values(value).every(isJsonWritable);
    default:
      return false;
  }
}

/**
 * Returns findings for metadata with values that catalogs don't know, one sentence each with its remedy.
 *
 * A compiler reports the same, but programs run without one, too.
 */
export function bundleChoiceFindings({ openshift, scorecard, ...props }: BundleProps): string[] {
  const known = [...categories, ...Object.keys(disputedCategories)];
  return [
    ...unknownBundleWordFindings('maturity', [props.maturity ?? 'alpha'], maturities),
    ...unknownBundleWordFindings('capabilities', [props.capabilities ?? 'Basic Install'], capabilityLevels),
    ...unknownBundleWordFindings('categories', props.categories ?? [], known),
    ...bundleListFindings('architectures', props.architectures, architectures),
    ...bundleListFindings('installModes', props.installModes, installModeTypes),
    ...unknownBundleWordFindings('openshift.features', Object.keys(openshift?.features ?? {}), openShiftFeatures),
    ...bundleListFindings('scorecard.tests', scorecard?.tests, Object.keys(scorecardTests)),
    ...(props.channels === undefined ? [] : emptyBundleListFindings('channels', props.channels)),
  ];
}

function bundleListFindings(field: string, list: readonly string[] | undefined, known: readonly string[]): string[] {
  return list === undefined
    ? []
    : [...emptyBundleListFindings(field, list), ...unknownBundleWordFindings(field, list, known)];
}

function emptyBundleListFindings(field: string, list: readonly string[]): string[] {
  return list.length > 0 ? [] : [`bundle.${field} is empty: write one value at least, or leave it out`];
}

function unknownBundleWordFindings(field: string, words: readonly string[], known: readonly string[]): string[] {
  return words
    .filter((word) => !known.includes(word))
    .map((word) => `bundle.${field} has '${word}', which catalogs don't know: write one of ${known.join(', ')}`);
}
