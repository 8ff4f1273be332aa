// In: a zod type, as authors define specs, and a value that a tenant may have written.
// Out: zod's result for the value, at a cost linear in it: few issues, and patterns matched as RE2 does.
// Called by `parse` and `parseStored`, and for the options of unions.

import { z } from 'zod';
import { $ZodCheckRegex, $ZodType, clone } from 'zod/v4/core';
import { definition, type TypeDefinition } from '../definition.ts';
import { mostFindings } from './finding.ts';
import { issueMessage } from './issue-message.ts';
import { LinearPattern } from './linear-pattern.ts';

interface Context extends z.core.ParseContext<z.core.$ZodIssue> {
  readonly budget: Budget;
}

/** The number of issues that may still be found. Behind the last of them nothing is parsed. */
interface Budget {
  left: number;
}

function fresh(): Budget {
  return { left: mostFindings };
}

/** As `z.safeParse`, which collects the issues of the whole value; this stops at about {@link mostFindings}. */
export function limitedParse<Type extends $ZodType>(type: Type, value: unknown): z.ZodSafeParseResult<z.output<Type>> {
  const context: Context = { reportInput: true, error: issueMessage, budget: fresh() };
  return z.safeParse(limited(type), value, context);
}

const twins = new WeakMap<$ZodType, $ZodType>();

/** The twin of a type: it accepts the same values and makes the same of them, as long as there is budget. */
function limited<Type extends $ZodType>(type: Type): Type {
  const known = twins.get(type);
  // A twin comes from the constructor of its type.
  if (known !== undefined) return known as Type;
  const twin = twinOf(type, ({ budget }) => budget);
  twins.set(type, twin);
  return twin;
}

/** An option of a union has a budget of its own: whether a value fits it doesn't depend on the issues of others. */
function limitedOption(type: $ZodType): $ZodType {
  // A quarter of what is left, so that unions inside of unions find few issues together, too.
  return twinOf(type, ({ budget }) => ({ left: Math.max(1, budget.left >> 2) }));
}

function twinOf<Type extends $ZodType>(type: Type, budgetIn: (context: Context) => Budget): Type {
  const twin = clone(type, twinDefinition(type));
  if (type._zod.def.type === 'template_literal' && twin._zod.pattern !== undefined) {
    twin._zod.pattern = LinearPattern.of(twin._zod.pattern);
  }
  const run = twin._zod.run.bind(twin._zod);
  twin._zod.run = (payload, given) => {
    // Parsing begins in `limitedParse`, and zod hands the context on.
    const context = given as Context;
    const budget = budgetIn(context);
    const { left } = budget;
    if (left <= 0) return payload;
    const trial: Context = { ...context, budget: fresh() };
    const first = issuesOfFirst(payload.value, (value) => run({ value, issues: [] }, trial));
    if (first !== undefined) {
      payload.issues.push(...first.slice(0, left));
      budget.left = 0;
      endAt(payload.issues);
      return payload;
    }
    const before = payload.issues.length;
    const inner: Context = budget === context.budget ? context : { ...context, budget };
    const result = run(payload, inner);
    if (result instanceof Promise) return result;
    // Of an option that doesn't fit, or of what was replaced, issues are found that don't stay.
    budget.left = left - (result.issues.length - before);
    if (budget.left <= 0) endAt(result.issues);
    return result;
  };
  return twin;
}

/** Items of a list that are parsed first, as the others need not be where they have enough issues. */
const firstItems = 1_000;

/** The issues of the first items of a list with many more, if they are enough: zod itself goes through all items. */
function issuesOfFirst(
  value: unknown,
  parsed: (value: readonly unknown[]) => z.core.util.MaybeAsync<z.core.ParsePayload>,
): readonly z.core.$ZodRawIssue[] | undefined {
  if (!Array.isArray(value) || value.length < 2 * firstItems) return undefined;
  const result = parsed(value.slice(0, firstItems));
  return result instanceof Promise || result.issues.length < mostFindings ? undefined : result.issues;
}

/** Marks the last issue as one after which zod runs no checks of what is around it, since not all of that is parsed. */
function endAt(issues: z.core.$ZodRawIssue[]): void {
  const last = issues.pop();
  if (last !== undefined) issues.push({ ...last, continue: false });
}

/** The definition of a twin: the types in it are twins, too, and patterns take linear time. What is computed stays so. */
function twinDefinition<Type extends $ZodType>(type: Type): Type['_zod']['def'] {
  const def = definition(type);
  const parts = Object.entries(Object.getOwnPropertyDescriptors(def)).flatMap(([name, descriptor]) => {
    const value: unknown = descriptor.value;
    const isCache = name === '_cachedInner';
    return isCache
      ? []
      : [[name, value === undefined ? descriptor : { ...descriptor, value: twinPart(value) }] as const];
  });
  return Object.defineProperties({}, { ...Object.fromEntries(parts), ...ownParts(def) }) as Type['_zod']['def'];
}

/** A part of a definition, whatever it is called. */
function twinPart(part: unknown): unknown {
  if (part instanceof RegExp) return LinearPattern.of(part);
  if (part instanceof $ZodType) return limited(part);
  if (part instanceof $ZodCheckRegex) return twinCheck(part);
  return Array.isArray(part) ? part.map(twinPart) : part;
}

function twinCheck({ _zod: { def } }: $ZodCheckRegex): $ZodCheckRegex {
  return new $ZodCheckRegex({ ...def, pattern: LinearPattern.of(def.pattern) });
}

/** The parts that differ from type to type. */
function ownParts(def: TypeDefinition): PropertyDescriptorMap {
  switch (def.type) {
    case 'lazy':
      return { getter: { value: () => limited(def.getter()) } };
    case 'object':
      return { shape: { value: twinShape(def.shape), configurable: true } };
    case 'union':
      return isChosenByField(def) ? {} : { options: { value: def.options.map(limitedOption) } };
    case 'string':
      return 'fn' in def && 'pattern' in def && def.pattern instanceof RegExp
        ? { fn: { value: testOf(def.pattern) } }
        : {};
    default:
      return {};
  }
}

/** The fields of an object that may have a field of its own type: each is made when it is asked for. */
function twinShape(shape: z.core.$ZodShape): z.core.$ZodShape {
  const fields = Object.keys(shape).map((name) => {
    const get = () => limited(shape[name] ?? z.never());
    return [name, { get, enumerable: true }] as const;
  });
  return Object.defineProperties({}, Object.fromEntries(fields));
}

function isChosenByField(def: z.core.$ZodUnionDef): boolean {
  return 'discriminator' in def && !('unionFallback' in def && def.unionFallback === true);
}

/** The test of a format that an author has defined by a pattern. */
function testOf(pattern: RegExp): (text: string) => boolean {
  const linear = LinearPattern.of(pattern);
  return (text) => linear.test(text);
}
