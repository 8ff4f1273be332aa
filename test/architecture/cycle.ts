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
