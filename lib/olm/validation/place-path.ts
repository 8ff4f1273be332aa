import type { Place } from '../content/index.ts';

/** Returns the places at a path below another; `[]` stands for each item of a list: `tolerations[].effect`. */
export function placesAt(root: Place, path: string): readonly Place[] {
  return path
    .split('[]')
    .map((part) => part.split('.').filter((name) => name !== ''))
    .reduce<readonly Place[]>(
      (found, names, index) =>
        (index === 0 ? found : found.flatMap(({ items }) => items)).map((each) => each.at(...names)),
      [root],
    );
}
