/**
 * Memoizes a function by its argument: many rules ask the same about a bundle.
 *
 * Subjects must not change. A result is collected as garbage with its subject.
 */
export function memoized<Subject extends object, Result extends object>(
  compute: (subject: Subject) => Result,
): (subject: Subject) => Result {
  const known = new WeakMap<Subject, Result>();
  return (subject) => {
    const found = known.get(subject) ?? compute(subject);
    known.set(subject, found);
    return found;
  };
}
