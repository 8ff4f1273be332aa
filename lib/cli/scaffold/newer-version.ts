// In: the class of the stored version, and a newer version. Out: the classes of both. Called by `create api`.

import { withAddedLines } from './added-line.ts';

/** The newer version, and the lines of the template that list the older one in its class. */
export interface NewerVersion {
  readonly version: string;
  readonly importLine: string;
  /** `versions: [{ … }],` with the older version alone. */
  readonly versionsLine: string;
}

/**
 * Returns a copy of the stored version's class for a newer version, and the stored class without `versions`. Only one
 * class lists the older versions.
 *
 * @returns undefined if the class has no line `version: '…',`, or writes `versions` in another form than formatters do.
 */
export function versionClasses(
  stored: string,
  { version, importLine, versionsLine }: NewerVersion,
): { readonly newer: string; readonly older: string } | undefined {
  const lines = stored.split('\n');
  const at = lines.findIndex((line) => /^[ \t]*version: ['"]\w+['"],$/.test(line));
  const list = versionsList(lines);
  if (at === -1 || list === undefined) return undefined;
  const indentation = /^[ \t]*/.exec(lines[at] ?? '')?.[0] ?? '';
  const entry = versionsLine.trim().replace(/^versions: \[(.*)\],$/, '$1');
  const versions =
    list.entries.length === 0
      ? [`${indentation}${versionsLine.trim()}`]
      : [`${indentation}versions: [`, ...list.entries, `${indentation}  ${entry},`, `${indentation}],`];
  const without = lines.toSpliced(list.start, list.length);
  const place = list.length === 0 ? at + 1 : list.start;
  const newer = lines.with(at, (lines[at] ?? '').replace(/(['"])\w+(?=['"],$)/, `$1${version}`));
  const added = withAddedLines(newer.toSpliced(place, list.length, ...versions).join('\n'), [importLine]);
  return added === undefined ? undefined : { newer: added, older: withoutUnusedVersions(without).join('\n') };
}

interface VersionsList {
  readonly start: number;
  /** The number of lines, with those of the brackets. */
  readonly length: number;
  /** The lines of its entries, each with a comma at its end. */
  readonly entries: readonly string[];
}

/** Returns the place of `versions` in a class, an empty one if it has none; undefined for a form that isn't known. */
function versionsList(lines: readonly string[]): VersionsList | undefined {
  const start = lines.findIndex((line) => /^[ \t]*versions\b/.test(line));
  if (start === -1) return { start: 0, length: 0, entries: [] };
  const { indentation = '', rest = '' } =
    /^(?<indentation>[ \t]*)versions: \[(?<rest>.*)$/.exec(lines[start] ?? '')?.groups ?? {};
  if (rest.endsWith('],')) return { start, length: 1, entries: [`${indentation}  ${rest.slice(0, -2)},`] };
  const end = lines.indexOf(`${indentation}],`, start);
  return rest === '' && end !== -1
    ? { start, length: end - start + 1, entries: lines.slice(start + 1, end) }
    : undefined;
}

/** Removes the imports of older versions that no other line uses. */
function withoutUnusedVersions(lines: readonly string[]): readonly string[] {
  return lines.filter((line, index) => {
    const name = /^import \{ \w+ as (\w+) \} from '/.exec(line)?.[1];
    return name === undefined || lines.some((other, at) => at !== index && new RegExp(`\\b${name}\\b`).test(other));
  });
}
