/**
 * A validation rule in CEL. The API server evaluates it with `self` as the value that has the rule. A rule that names
 * `oldSelf` is a transition rule: the API server evaluates it when a client updates a value that existed before.
 *
 * The API server rejects a CustomResourceDefinition if the estimated cost of a rule is too high. Bound the sizes of the
 * values that the rule reads: `.max(n)` on strings and lists, `mapSize` on maps.
 *
 * @see https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation-rules
 */
export interface Rule {
  /** A CEL expression that is true of every valid value. */
  readonly rule: string;
  /** The error message for the author of a value that breaks the rule; one line. */
  readonly message?: string;
  /** A CEL expression for the message; the API server uses `message` if it fails. */
  readonly messageExpression?: string;
  /** @default FieldValueInvalid */
  readonly reason?: 'FieldValueDuplicate' | 'FieldValueForbidden' | 'FieldValueInvalid' | 'FieldValueRequired';
  /** The path of the invalid field, relative to the value, such as `.storage.size`. @default the value itself */
  readonly fieldPath?: string;
  /** Evaluates a transition rule also if there is no old value: `oldSelf` is then a CEL optional. */
  readonly optionalOldSelf?: boolean;
}
