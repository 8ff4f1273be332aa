import { z } from 'zod';
import type { JsonSchemaProps } from './json-schema-props.ts';
import type { Rule } from './rule.ts';

const brand = Symbol.for('operand.schema.Annotation');

/**
 * What Kubernetes is told of a type beside what zod says itself.
 *
 * It rides on a zod check and not in a registry, so that it stays with every type that is made from the annotated one;
 * zod refuses to `pick` from or `omit` of an object with checks, where a registry would silently lose the rules.
 */
export interface Annotation {
  /** Joined to the schema of the type. */
  readonly schema?: JsonSchemaProps;
  readonly rules?: readonly Rule[];
  /** Set once, the value stays. */
  readonly isImmutable?: boolean;
  /** The API server stores the value as it comes; zod alone checks it. */
  readonly isUnread?: boolean;
}

interface AnnotationCheck extends z.core.$ZodCheck<unknown> {
  readonly [brand]: Annotation;
}

/** The type, annotated; `verify` is what zod checks of its values. */
export function annotated<Type extends z.ZodType>(
  type: Type,
  annotation: Annotation,
  verify: z.core.CheckFn<z.output<Type>> = () => undefined,
): Type {
  return type.check(Object.assign(z.check(verify), { [brand]: annotation }));
}

/** All annotations of a type, not of those that it wraps, as one. */
export function annotationOf(type: z.core.$ZodType): Annotation {
  const annotations = (type._zod.def.checks ?? []).filter(isAnnotation).map((check) => check[brand]);
  return {
    schema: Object.fromEntries(annotations.flatMap(({ schema = {} }) => Object.entries(schema))),
    rules: annotations.flatMap(({ rules = [] }) => rules),
    isImmutable: annotations.some(({ isImmutable }) => isImmutable),
    isUnread: annotations.some(({ isUnread }) => isUnread),
  };
}

/** Whether a check carries an annotation, also one of another copy of the library. */
export function isAnnotation(check: z.core.$ZodCheck): check is AnnotationCheck {
  return brand in check;
}
