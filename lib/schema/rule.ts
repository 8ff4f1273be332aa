/**
 * A validation rule in CEL, which the API server evaluates where `self` is the value that the rule is attached to.
 * A rule that names `oldSelf` is a transition rule: it is evaluated when a value that existed before is written again.
 *
 * The API server refuses a CustomResourceDefinition if a rule might cost too much. Bound the sizes of what it reads:
 * `.max(n)` on strings and lists, `mapSize` on maps.
 *
 * @see https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation-rules
 */
export interface Rule {
  /** A CEL expression that is true of every valid value. */
  readonly rule: string;
  /** What the author of a value that breaks the rule is told; one line. */
  readonly message?: string;
  /** A CEL expression for the message; `message` stands in where it fails. */
  readonly messageExpression?: string;
  /** @default FieldValueInvalid */
  readonly reason?: 'FieldValueDuplicate' | 'FieldValueForbidden' | 'FieldValueInvalid' | 'FieldValueRequired';
  /** The field to blame, relative to the value, such as `.storage.size`. @default the value itself */
  readonly fieldPath?: string;
  /** Evaluates a transition rule also where there was no value before: `oldSelf` is then a CEL optional. */
  readonly optionalOldSelf?: boolean;
}
