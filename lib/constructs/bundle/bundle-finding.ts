import { isChannelName } from '../catalog/channel-props.ts';
import { isVersion, releaseVersionFindings } from '../release-version.ts';
import {
  architectures,
  capabilityLevels,
  categories,
  disputedCategories,
  installModeTypes,
  maturities,
  openShiftFeatures,
} from './bundle-choice.ts';
import { type BundleProperty, type BundleProps, scorecardTests } from './bundle-props.ts';

/** Required props that JavaScript programs and casts can leave out. */
const required = ['displayName', 'description', 'provider', 'maintainers'] as const;

/**
 * Yields findings for metadata of an operator that catalogs would refuse, one sentence each with its remedy.
 *
 * The limits are those that the pipelines of the public catalogs apply before a bundle is published.
 */
export function* bundleFindings(props: BundleProps): Iterable<string> {
  const missing = required.filter((field) => props[field] === undefined);
  yield* missing.map((field) => `bundle.${field} is missing: catalogs refuse a bundle without it`);
  if (missing.length > 0) return;
  const { channels = [], minKubeVersion, replaces, skips = [], imageLock = {}, properties = [], scorecard } = props;
  yield* bundleWordFindings(props);
  for (const [index, channel] of channels.entries()) yield* bundleChannelFindings(channel, index, channels);
  if (minKubeVersion !== undefined && !isKubernetesRelease(minKubeVersion))
    yield `bundle.minKubeVersion '${minKubeVersion}' is not a release of Kubernetes: write three numbers such as 1.30.0`;
  if (replaces !== undefined) yield* releaseVersionFindings('bundle.replaces', replaces);
  for (const [index, version] of skips.entries()) yield* releaseVersionFindings(`bundle.skips[${index}]`, version);
  if (scorecard !== undefined && !/^\S+$/.test(scorecard.image))
    yield `bundle.scorecard.image is '${scorecard.image}', which is not an image: write one without blanks`;
  yield* bundleValueFindings(props);
  yield* bundlePropertyFindings(properties);
  for (const [image, digest] of Object.entries(imageLock)) {
    if (!/^sha256:[0-9a-f]{64}$/.test(digest))
      yield `bundle.imageLock['${image}'] is '${digest}', which is not a digest: write sha256:…`;
  }
}

/** Yields the findings for texts, addresses and maintainers. */
function* bundleWordFindings(props: BundleProps): Iterable<string> {
  const { displayName, description, summary, provider, support, maintainers, links = [], repository } = props;
  yield* bundleTextLengthFindings('displayName', displayName, { from: 3, to: 50 });
  yield* bundleTextLengthFindings('description', description, { from: 20 });
  yield* bundleTextLengthFindings('summary', summary, { from: 10 });
  yield* bundleTextLengthFindings('provider.name', provider.name, { from: 3 });
  yield* bundleAddressFindings('provider.url', provider.url);
  yield* bundleTextLengthFindings('support', support, { from: 3 });
  yield* bundleAddressFindings('repository', repository);
  for (const [index, { name, url }] of links.entries()) {
    yield* bundleTextLengthFindings(`links[${index}].name`, name, { from: 1 });
    yield* bundleAddressFindings(`links[${index}].url`, url);
  }
  if (maintainers.length === 0) yield 'bundle.maintainers is empty: name one at least, with an email address';
  for (const [index, { name, email }] of maintainers.entries()) {
    yield* bundleTextLengthFindings(`maintainers[${index}].name`, name, { from: 1 });
    if (!isEmailAddress(email))
      yield `bundle.maintainers[${index}].email '${email}' is not an email address: write one such as team@example.com`;
  }
}

function* bundleTextLengthFindings(
  field: string,
  text: string | undefined,
  { from, to = Number.POSITIVE_INFINITY }: { readonly from: number; readonly to?: number },
): Iterable<string> {
  if (text === undefined) return;
  const length = text.trim().length;
  if (length >= from && length <= to) return;
  const wanted = Number.isFinite(to) ? `${from} to ${to}` : `${from} or more`;
  yield `bundle.${field} has ${length === 1 ? '1 character' : `${length} characters`}: write ${wanted}`;
}

function* bundleAddressFindings(field: string, url: string | undefined): Iterable<string> {
  if (url === undefined || (/^https?:\/\/[^\s]+$/.test(url) && URL.canParse(url))) return;
  yield `bundle.${field} '${url}' is not a web address: write one such as https://example.com`;
}

function* bundleChannelFindings(channel: string, index: number, channels: readonly string[]): Iterable<string> {
  const title = `bundle.channels[${index}] '${channel}'`;
  if (!isChannelName(channel))
    yield `${title} is not a valid name of a channel: write one word without commas, such as stable`;
  else if (channels.indexOf(channel) < index) yield `${title} occurs twice: leave one out`;
}

function isEmailAddress(text: string): boolean {
  return /^[^\s@<>,;]+@[^\s@<>,;.]+(?:\.[^\s@<>,;.]+)*$/.test(text);
}

/** Yields the findings for the properties of a bundle before their content is parsed. */
function* bundlePropertyFindings(properties: readonly BundleProperty[]): Iterable<string> {
  for (const [index, { type, value }] of properties.entries()) {
    if (type === 'olm.maxOpenShiftVersion')
      yield `bundle.properties[${index}] is ${type}, which follows from bundle.openshift.maxVersion: set that instead`;
    if (!isJsonWritable(value))
      yield `bundle.properties[${index}].value can't be written in JSON: write texts, numbers, lists and objects`;
  }
}

function isJsonWritable(value: unknown): boolean {
  if (typeof value === 'object') return value === null || Object.values(value).every(isJsonWritable);
  return typeof value === 'number' ? Number.isFinite(value) : typeof value === 'string' || typeof value === 'boolean';
}

/**
 * Yields findings for values in a bundle's metadata that catalogs don't know, one sentence each with its remedy.
 *
 * A compiler reports the same, but programs run without one, too.
 */
export function* bundleValueFindings({ openshift, scorecard, ...props }: BundleProps): Iterable<string> {
  const known = [...categories, ...Object.keys(disputedCategories)];
  yield* unknownBundleWordFindings('maturity', [props.maturity ?? 'alpha'], maturities);
  yield* unknownBundleWordFindings('capabilities', [props.capabilities ?? 'Basic Install'], capabilityLevels);
  yield* unknownBundleWordFindings('categories', props.categories ?? [], known);
  yield* bundleListFindings('architectures', props.architectures, architectures);
  yield* bundleListFindings('installModes', props.installModes, installModeTypes);
  yield* unknownBundleWordFindings('openshift.features', Object.keys(openshift?.features ?? {}), openShiftFeatures);
  yield* bundleListFindings('scorecard.tests', scorecard?.tests, Object.keys(scorecardTests));
  yield* bundleListFindings('channels', props.channels);
}

/** @param known - the possible words. @default any */
function* bundleListFindings(
  field: string,
  list: readonly string[] | undefined,
  known: readonly string[] | undefined = list,
): Iterable<string> {
  if (list?.length === 0) yield `bundle.${field} is empty: write one value at least, or leave it out`;
  yield* unknownBundleWordFindings(field, list ?? [], known ?? []);
}

function* unknownBundleWordFindings(
  field: string,
  words: readonly string[],
  known: readonly string[],
): Iterable<string> {
  for (const word of words) {
    if (!known.includes(word))
      yield `bundle.${field} has '${word}', which catalogs don't know: write one of ${known.join(', ')}`;
  }
}

/**
 * Returns true if a text is a release of Kubernetes: `1.36.0`. Catalogs compare it with a cluster's version, so it has all
 * three numbers, no suffix and no leading `v`.
 */
function isKubernetesRelease(text: string): boolean {
  return /^\d+\.\d+\.\d+$/.test(text) && isVersion(text);
}
