import parse from 'semver/functions/parse.js';

/** The text of a semantic version in full, without a leading `v`: `1.2.3`, `1.2.3-rc.1`. */
export type Version = `${number}.${number}.${number}${'' | `-${string}` | `+${string}`}`;

/** Whether a text is a semantic version: its type can only tell that it looks like one. */
export function isVersion(text: string): text is Version {
  return /^\d\S*$/.test(text) && parse(text) !== null;
}
