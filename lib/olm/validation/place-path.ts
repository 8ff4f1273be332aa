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

/** Returns the place at a path below another, in the form of the paths of findings. */
export function placeBelow({ file, path: outer }: Place, path: string): Pick<Place, 'file' | 'path'> {
  const joint = outer === '' || path === '' || path.startsWith('[') ? '' : '.';
  return { file, path: `${outer}${joint}${path}` };
}
