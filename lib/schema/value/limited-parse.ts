// In: a zod type, as authors define specs, and a value that a tenant may have written.
// Out: zod's result for the value, at a cost linear in its size: few issues, and patterns matched by RE2. Called by `parse` and
// `parseStored`, and for the options of unions.

import { z } from 'zod';
import { $ZodCheckRegex, $ZodType, clone } from 'zod/v4/core';
import { getOrMake } from '../bounded-map.ts';
import { type TypeDefinition, zodDefinition } from '../zod-definition.ts';
import { mostFindings } from './finding.ts';
import { issueMessage } from './issue-message.ts';
import { LinearPattern } from './linear-pattern.ts';

interface Context extends z.core.ParseContext<z.core.$ZodIssue> {
  readonly budget: Budget;
  readonly accepting: AcceptingOptions;
}

/** The options of unions that accept a value: value → options. A union's first one makes the result. */
export type AcceptingOptions = Map<unknown, Set<$ZodType>>;

/** The remaining number of issues to find. Parsing stops when it is used up. */
interface Budget {
  left: number;
}

function freshBudget(): Budget {
  return { left: mostFindings };
}

/**
 * Parses like `z.safeParse`, but stops at about {@link mostFindings} issues instead of collecting all.
 *
 * @param accepting - gets the options that accept objects and lists of the value.
 */
export function limitedParse<Type extends $ZodType>(
  type: Type,
  value: unknown,
  accepting: AcceptingOptions = new Map(),
): z.ZodSafeParseResult<z.output<Type>> {
  const context: Context = { reportInput: true, error: issueMessage, budget: freshBudget(), accepting };
  return z.safeParse(limitedType(type), value, context);
}

const limitedTypes = new WeakMap<$ZodType, $ZodType>();

/** Returns the limited copy of a type: it accepts the same values with the same results, while there is budget. */
function limitedType<Type extends $ZodType>(type: Type): Type {
  // The constructor of a type makes its copy.
  return getOrMake(limitedTypes, type, () => limitedCopy(type, ({ budget }) => budget)) as Type;
}

/**
 * Returns the limited copy of a union's option, with its own budget: issues elsewhere must not decide if a value fits the option.
 */
function limitedUnionOption(type: $ZodType): $ZodType {
  // A quarter of the remaining budget, so that nested unions together find few issues, too.
  const copy = limitedCopy(type, ({ budget }) => ({ left: Math.max(1, budget.left >> 2) }));
  const run = copy._zod.run.bind(copy._zod);
  copy._zod.run = (payload, given) => {
    const value: unknown = payload.value;
    const result = run(payload, given);
    if (typeof value === 'object' && !(result instanceof Promise) && result.issues.length === 0) {
      getOrMake((given as Context).accepting, value, () => new Set()).add(type);
    }
    return result;
  };
  return copy;
}

function limitedCopy<Type extends $ZodType>(type: Type, budgetIn: (context: Context) => Budget): Type {
  const copy = withoutMemoizer(() => clone(type, limitedDefinition(type)));
  if (type._zod.def.type === 'template_literal' && copy._zod.pattern !== undefined) {
    copy._zod.pattern = LinearPattern.of(copy._zod.pattern);
  }
  const run = copy._zod.run.bind(copy._zod);
  copy._zod.run = (payload, given) => {
    // `limitedParse` creates the context, and zod passes it to each type.
    const context = given as Context;
    const budget = budgetIn(context);
    const { left } = budget;
    if (left <= 0) return payload;
    const trial: Context = { ...context, budget: freshBudget() };
    const first = issuesOfFirstItems(payload.value, (value) => run({ value, issues: [] }, trial));
    if (first !== undefined) {
      payload.issues.push(...first.slice(0, left));
      budget.left = 0;
      endIssuesAt(payload.issues);
      return payload;
    }
    const before = payload.issues.length;
    const inner: Context = budget === context.budget ? context : { ...context, budget };
    const result = run(payload, inner);
    if (result instanceof Promise) return result;
    // Only issues in the result use up the budget: zod discards those of unfit options and of replaced values.
    budget.left = left - (result.issues.length - before);
    if (budget.left <= 0) endIssuesAt(result.issues);
    return result;
  };
  return copy;
}

/** zod's support for values that contain themselves, which JSON has none of, keeps values whose parse throws forever. */
const noMemoizer: z.core.$ZodMemoizer = { alloc: (_type, _payload, empty) => empty, attach() {}, guard() {} };

function withoutMemoizer<Type>(make: () => Type): Type {
  const { memoizer } = z.config();
  z.config({ memoizer: noMemoizer });
  try {
    return make();
  } finally {
    z.config({ memoizer });
  }
}

/** The number of items of a long list to parse first. If they have enough issues, the other items aren't parsed. */
const firstItems = 1_000;

/**
 * Returns the issues of the first items of a long list if they are enough; undefined otherwise. zod itself parses all
 * items.
 */
function issuesOfFirstItems(
  value: unknown,
  parsed: (value: readonly unknown[]) => z.core.util.MaybeAsync<z.core.ParsePayload>,
): readonly z.core.$ZodRawIssue[] | undefined {
  if (!Array.isArray(value) || value.length < 2 * firstItems) return undefined;
  const result = parsed(value.slice(0, firstItems));
  return result instanceof Promise || result.issues.length < mostFindings ? undefined : result.issues;
}

/** Marks the last issue so that zod skips the checks of the enclosing values, which aren't parsed completely. */
function endIssuesAt(issues: z.core.$ZodRawIssue[]): void {
  const last = issues.pop();
  if (last !== undefined) issues.push({ ...last, continue: false });
}

/**
 * Returns the definition of a limited copy: inner types are limited, too, and patterns take linear time. Getters stay unchanged.
 */
function limitedDefinition<Type extends $ZodType>(type: Type): Type['_zod']['def'] {
  const def = zodDefinition(type);
  const parts = Object.entries(Object.getOwnPropertyDescriptors(def)).flatMap(([name, descriptor]) => {
    const value: unknown = descriptor.value;
    const isCache = name === '_cachedInner';
    return isCache
      ? []
      : [[name, value === undefined ? descriptor : { ...descriptor, value: limitedPart(value) }] as const];
  });
  return Object.defineProperties(
    {},
    { ...Object.fromEntries(parts), ...limitedPartsOfType(def) },
  ) as Type['_zod']['def'];
}

/** Converts a part of a definition by its type. */
function limitedPart(part: unknown): unknown {
  if (part instanceof RegExp) return LinearPattern.of(part);
  if (part instanceof $ZodType) return limitedType(part);
  if (part instanceof $ZodCheckRegex) return limitedCheck(part);
  return Array.isArray(part) ? part.map(limitedPart) : part;
}

function limitedCheck({ _zod: { def } }: $ZodCheckRegex): $ZodCheckRegex {
  return new $ZodCheckRegex({ ...def, pattern: LinearPattern.of(def.pattern) });
}

/** Returns the parts that depend on the type. */
function limitedPartsOfType(def: TypeDefinition): PropertyDescriptorMap {
  switch (def.type) {
    case 'lazy':
      return { getter: { value: () => limitedType(def.getter()) } };
    case 'object':
      return { shape: { value: limitedShape(def.shape), configurable: true } };
    case 'union':
      return isUnionChosenByField(def) ? {} : { options: { value: def.options.map(limitedUnionOption) } };
    case 'string':
      return 'fn' in def && 'pattern' in def && def.pattern instanceof RegExp
        ? { fn: { value: formatTest(def.pattern) } }
        : {};
    default:
      return {};
  }
}

/** Returns the fields of an object with lazy getters, since a field may have the object's own type. */
function limitedShape(shape: z.core.$ZodShape): z.core.$ZodShape {
  const fields = Object.keys(shape).map((name) => {
    const get = () => limitedType(shape[name] ?? z.never());
    return [name, { get, enumerable: true }] as const;
  });
  return Object.defineProperties({}, Object.fromEntries(fields));
}

function isUnionChosenByField(def: z.core.$ZodUnionDef): boolean {
  return 'discriminator' in def && !('unionFallback' in def && def.unionFallback === true);
}

/** Returns the test function of a format that an author defines by a pattern. */
function formatTest(pattern: RegExp): (text: string) => boolean {
  const linear = LinearPattern.of(pattern);
  return (text) => linear.test(text);
}
