import type { Rule } from './source-file.ts';

/** File or folder → the files or folders that it imports. */
type Imports = ReadonlyMap<string, readonly string[]>;

/** No file imports itself through other files, not even types. */
export const cycles: Rule = (files) =>
  cyclesIn(new Map(files.map(({ path, imports }) => [path, imports.map(({ target }) => target)])));

/** The folder whose parts, at each depth, don't know each other in circles. */
const layered = 'lib/testing/';

/** No folder of a layered one imports itself through the files and folders beside it. */
export const folderCycles: Rule = (files) => {
  const imports = files
    .filter(({ path }) => path.startsWith(layered))
    .flatMap(({ path, imports: list }) => list.map(({ target }) => [path, target] as const));
  const folders = new Set(imports.flatMap(([path]) => foldersOf(path)));
  return [...folders].flatMap((folder) => {
    const parts = new Map<string, string[]>();
    for (const [path, target] of imports) {
      const [from, to] = [partOf(folder, path), partOf(folder, target)];
      if (from !== undefined && to !== undefined && from !== to) parts.set(from, [...(parts.get(from) ?? []), to]);
    }
    return cyclesIn(parts);
  });
};

/** Returns the layered folder, and those inside of it that a path is in. */
function foldersOf(path: string): readonly string[] {
  const segments = path.slice(layered.length).split('/');
  return segments.map((_, depth) => [layered, ...segments.slice(0, depth).map((each) => `${each}/`)].join(''));
}

/** Returns the file or folder right in a folder that a path is or is in; undefined for paths elsewhere. */
function partOf(folder: string, path: string): string | undefined {
  if (!path.startsWith(folder)) return undefined;
  return `${folder}${path.slice(folder.length).split('/')[0] ?? ''}`;
}

function cyclesIn(imports: Imports): string[] {
  const finished = new Set<string>();
  const findings: string[] = [];

  const follow = (path: string, trail: readonly string[]): void => {
    const start = trail.indexOf(path);
    if (start >= 0) {
      findings.push(`${path}: imports itself through ${[...trail.slice(start), path].join(' → ')}`);
      return;
    }
    if (finished.has(path)) return;
    for (const target of imports.get(path) ?? []) if (imports.has(target)) follow(target, [...trail, path]);
    finished.add(path);
  };
  for (const path of imports.keys()) follow(path, []);
  return findings;
}
