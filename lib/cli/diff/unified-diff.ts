// In: two texts. Out: their differences in the unified format of `diff -u`. Called by `diff` for each object.
//
// Lines that occur once in both texts are matched, as many as are in the same order; between them, the lines at the two
// ends that are equal. That takes n·log n steps for texts of any content, and keeps the structure of YAML. Rejected: the
// package `diff`, whose time grows with the square for the texts of hostile tenants.

/** The number of equal lines around each difference. */
const contextCount = 3;

/** The titles of the two texts. */
export interface DiffTitles {
  readonly before: string;
  readonly after: string;
}

/** Returns the differences of two texts; empty if there are none. */
export function unifiedDiff(before: string, after: string, titles: DiffTitles): string {
  const steps = diffSteps(linesOf(before), linesOf(after));
  const hunks = hunksOf(steps);
  if (hunks.length === 0) return '';
  return [`--- ${titles.before}`, `+++ ${titles.after}`, ...hunks].map((line) => `${line}\n`).join('');
}

type Mark = ' ' | '-' | '+';
type Step = readonly [mark: Mark, line: string];

function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

/** Returns the lines of both texts in order, each with its mark. */
function diffSteps(before: readonly string[], after: readonly string[]): readonly Step[] {
  let [from, to] = [0, 0];
  return [...anchors(before, after), [before.length, after.length] as const].flatMap(
    ([one, other]): readonly Step[] => {
      const gap = gapSteps(before.slice(from, one), after.slice(to, other));
      const line = before[one];
      [from, to] = [one + 1, other + 1];
      return line === undefined ? gap : [...gap, [' ', line]];
    },
  );
}

/** Returns the steps between two anchors: the lines at both ends that are equal stay. */
function gapSteps(before: readonly string[], after: readonly string[]): readonly Step[] {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const marked = (mark: Mark, lines: readonly string[]) => lines.map((line): Step => [mark, line]);
  return [
    ...marked(' ', before.slice(0, head)),
    ...marked('-', before.slice(head, before.length - tail)),
    ...marked('+', after.slice(head, after.length - tail)),
    ...marked(' ', before.slice(before.length - tail)),
  ];
}

type Anchor = readonly [before: number, after: number];

/** Returns the places of the longest series of lines that occur once in both texts. */
function anchors(before: readonly string[], after: readonly string[]): readonly Anchor[] {
  const places = uniquePlaces(after);
  const common = [...uniquePlaces(before)].flatMap(([line, place]): Anchor[] => {
    const other = places.get(line);
    return other === undefined ? [] : [[place, other]];
  });
  return longestRise(common);
}

function uniquePlaces(lines: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  const repeated = new Set<string>();
  for (const [place, line] of lines.entries()) {
    if (places.has(line)) repeated.add(line);
    places.set(line, place);
  }
  for (const line of repeated) places.delete(line);
  return places;
}

interface Link {
  readonly anchor: Anchor;
  readonly previous: Link | undefined;
}

/** Returns the longest series of anchors that rises in both texts, by patience sorting. */
function longestRise(common: readonly Anchor[]): readonly Anchor[] {
  const piles: Link[] = [];
  for (const anchor of common) {
    let [low, high] = [0, piles.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((piles[middle]?.anchor[1] ?? 0) < anchor[1]) low = middle + 1;
      else high = middle;
    }
    piles[low] = { anchor, previous: piles[low - 1] };
  }
  const rise: Anchor[] = [];
  for (let link = piles.at(-1); link !== undefined; link = link.previous) rise.push(link.anchor);
  return rise.reverse();
}

/** Returns the lines of each group of differences, with its head `@@ -1,4 +1,5 @@`. */
function hunksOf(steps: readonly Step[]): readonly string[] {
  const changed = steps.flatMap(([mark], place) => (mark === ' ' ? [] : [place]));
  const ranges: { begin: number; end: number }[] = [];
  for (const place of changed) {
    const [begin, end] = [Math.max(0, place - contextCount), Math.min(steps.length, place + contextCount + 1)];
    const last = ranges.at(-1);
    if (last === undefined || begin > last.end) ranges.push({ begin, end });
    else last.end = end;
  }
  const numbers = { before: 0, after: 0, place: 0 };
  return ranges.flatMap(({ begin, end }) => {
    const skipped = counts(steps.slice(numbers.place, begin));
    const shown = steps.slice(begin, end);
    const size = counts(shown);
    const [before, after] = [numbers.before + skipped.before, numbers.after + skipped.after];
    Object.assign(numbers, { before: before + size.before, after: after + size.after, place: end });
    const head = `@@ -${hunkRange(before, size.before)} +${hunkRange(after, size.after)} @@`;
    return [head, ...shown.map(([mark, line]) => `${mark}${line}`)];
  });
}

function counts(steps: readonly Step[]) {
  return {
    before: steps.filter(([mark]) => mark !== '+').length,
    after: steps.filter(([mark]) => mark !== '-').length,
  };
}

/** Returns the first line and the number of lines; an empty range names the line before it. */
function hunkRange(begin: number, count: number): string {
  return `${count === 0 ? begin : begin + 1},${count}`;
}
