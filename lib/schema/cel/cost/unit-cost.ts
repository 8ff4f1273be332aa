/** The cost of a list that an expression creates. @see github.com/google/cel-go, common/cost.go */
export const listCost = 10;

/** The cost of a map that an expression creates. */
export const mapCost = 30;

/** The cost of one question to the authorizer, which may ask a webhook. */
export const authorizationCost = 350_000;

/** The cost of reading one character. */
export const characterCost = 0.1;

/** The factor of a pattern's length in the cost of a match. */
export const patternCost = 0.25;

/** The pattern length that API servers assume for named formats. */
export const formatPatternLength = 128;

/** The cost of one item in a macro without its parameters: its condition and its step, as cel-go expands the macro. */
export const iterationCost = {
  all: 3,
  exists: 4,
  existsOne: 2,
  /** `accu + [x]` */
  list: listCost + 2,
  /** `cel.@mapInsert(accu, key, value)` */
  map: 3,
} as const;

/** The cost of a macro without its items: its initial value, and its result. */
export const macroCost = mapCost + 3;

/**
 * The cost of `optMap` without its parameters: `hasValue()`, `value()`, `optional.of()`, and the list that binds the
 * variable.
 */
export const optionalCost = listCost + 4;
