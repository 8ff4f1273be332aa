import { z } from 'zod';
import type { JsonSchemaProps } from './open-api-schema.ts';
import type { Rule } from './rule.ts';

const brand = Symbol.for('operand.schema.Annotation');

/**
 * Additions to the Kubernetes schema of a type that zod itself can't express.
 *
 * An annotation is stored in a zod check, not in a registry, so that every type derived from the annotated one keeps it.
 * zod rejects `pick` and `omit` on an object with checks; with a registry, the rules would be lost silently.
 */
export interface Annotation {
  /** Merged into the schema of the type. */
  readonly schema?: JsonSchemaProps;
  readonly rules?: readonly Rule[];
  /** True if the value must not change after it is set. */
  readonly isImmutable?: boolean;
  /** True if the API server stores the value unchecked; only zod checks it. */
  readonly isUnread?: boolean;
}

interface AnnotationCheck extends z.core.$ZodCheck<unknown> {
  readonly [brand]: Annotation;
}

/** Returns the type with an annotation. zod calls `verify` to check its values. */
export function withAnnotation<Type extends z.ZodType>(
  type: Type,
  annotation: Annotation,
  verify: z.core.CheckFn<z.output<Type>> = () => undefined,
): Type {
  return type.check(Object.assign(z.check(verify), { [brand]: annotation }));
}

/** Returns all annotations of a type as one, without those of the types that it wraps. */
export function annotationOf(type: z.core.$ZodType): Annotation {
  const annotations = (type._zod.def.checks ?? []).filter(isAnnotation).map((check) => check[brand]);
  return {
    schema: Object.fromEntries(annotations.flatMap(({ schema = {} }) => Object.entries(schema))),
    rules: annotations.flatMap(({ rules = [] }) => rules),
    isImmutable: annotations.some(({ isImmutable }) => isImmutable),
    isUnread: annotations.some(({ isUnread }) => isUnread),
  };
}

/** Returns true if a check holds an annotation, also if another copy of the library made it. */
export function isAnnotation(check: z.core.$ZodCheck): check is AnnotationCheck {
  return brand in check;
}
