import { Failure } from '../failure.ts';

/** 9999-12-31T23:59:59Z: later years have five digits, which RFC 3339 doesn't allow. */
const lastSecond = 253_402_300_799;

/**
 * Returns the build time from `$SOURCE_DATE_EPOCH`, in seconds since 1970. Undefined if it isn't set: then the output
 * has no time, and depends only on its sources.
 *
 * @throws Failure if it isn't whole seconds of the years up to 9999.
 * @see https://reproducible-builds.org/specs/source-date-epoch/
 */
export function sourceDateEpoch({ SOURCE_DATE_EPOCH: text = '' }: NodeJS.ProcessEnv): Date | undefined {
  if (text === '') return undefined;
  const seconds = Number(text);
  if (/^\d+$/.test(text) && seconds <= lastSecond) return new Date(seconds * 1000);
  throw new Failure(`SOURCE_DATE_EPOCH is '${text}': set it to seconds since 1970, or unset it`);
}
