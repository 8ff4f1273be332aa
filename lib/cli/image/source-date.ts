import { Failure } from '../failure.ts';

/** 9999-12-31T23:59:59Z: what comes after has five digits for the year, which RFC 3339 doesn't know. */
const lastSecond = 253_402_300_799;

/**
 * When what is made says that it was made: `$SOURCE_DATE_EPOCH`, in seconds since 1970. Undefined if it isn't set: then
 * nothing is said, and what is made depends on nothing but its sources.
 *
 * @throws Failure if it is set to anything but whole seconds of the years up to 9999.
 * @see https://reproducible-builds.org/specs/source-date-epoch/
 */
export function sourceDate({ SOURCE_DATE_EPOCH: text = '' }: NodeJS.ProcessEnv): Date | undefined {
  if (text === '') return undefined;
  const seconds = Number(text);
  if (/^\d+$/.test(text) && seconds <= lastSecond) return new Date(seconds * 1000);
  throw new Failure(`SOURCE_DATE_EPOCH is '${text}': set it to seconds since 1970, or unset it`);
}
