import type { Rule } from './source-file.ts';

/** No file imports itself through other files, not even types. */
export const cycles: Rule = (files) => {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const finished = new Set<string>();
  const findings: string[] = [];

  const follow = (path: string, trail: readonly string[]): void => {
    const start = trail.indexOf(path);
    if (start >= 0) {
      findings.push(`${path}: imports itself through ${[...trail.slice(start), path].join(' → ')}`);
      return;
    }
    if (finished.has(path)) return;
    for (const { target } of byPath.get(path)?.imports ?? []) {
      if (byPath.has(target)) follow(target, [...trail, path]);
    }
    finished.add(path);
  };
  for (const { path } of files) follow(path, []);
  return findings;
};

/** The folders whose own folders don't know each other in circles. */
const layered = ['lib/testing/'];

/** No folder of a layered folder imports itself through others. Files beside the folders connect them. */
export const folderCycles: Rule = (files) =>
  layered.flatMap((parent) => {
    const folderOf = (path: string) =>
      path.startsWith(parent) ? /^[^/]+(?=\/)/.exec(path.slice(parent.length))?.[0] : undefined;
    const imported = new Map<string, Map<string, string>>();
    for (const { path, imports } of files) {
      const from = folderOf(path);
      for (const { target, line } of from === undefined ? [] : imports) {
        const to = folderOf(target);
        if (from === undefined || to === undefined || to === from) continue;
        const known = imported.get(from) ?? new Map<string, string>();
        imported.set(from, known.set(to, known.get(to) ?? `${path}:${line}`));
      }
    }
    const reached = (folder: string, known = new Set<string>()): ReadonlySet<string> => {
      for (const next of imported.get(folder)?.keys() ?? []) {
        if (known.has(next)) continue;
        known.add(next);
        reached(next, known);
      }
      return known;
    };
    return [...imported].flatMap(([from, targets]) =>
      [...targets].flatMap(([to, place]) =>
        reached(to).has(from) ? [`${place}: ${from}/ imports ${to}/, which leads back to ${from}/`] : [],
      ),
    );
  });
