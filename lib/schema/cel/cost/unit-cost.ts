/** What a list costs that an expression makes. @see github.com/google/cel-go, common/cost.go */
export const listCost = 10;

/** What a map costs that an expression makes. */
export const mapCost = 30;

/** What reading one character costs. */
export const characterCost = 0.1;

/** What a character of a pattern multiplies the cost of a match with. */
export const patternCost = 0.25;

/** The length that API servers take for that of the patterns of named formats. */
export const formatPatternLength = 128;

/** What one item costs a macro, beside its parameters: its condition and its step, as cel-go expands the macro. */
export const iterationCost = {
  all: 3,
  exists: 4,
  existsOne: 2,
  /** `accu + [x]` */
  list: listCost + 2,
  /** `cel.@mapInsert(accu, key, value)` */
  map: 3,
} as const;

/** What a macro costs beside its items: what it begins with, and its result. */
export const macroCost = mapCost + 3;

/** What `optMap` costs beside its parameters: `hasValue()`, `value()`, `optional.of()`, and the list that binds the variable. */
export const optionalCost = listCost + 4;
