/**
 * Memoizes a function by its argument: many rules ask the same about a bundle.
 *
 * Subjects must not change. A result is collected as garbage with its subject.
 */
export function memoized<Subject extends object, Answer extends object>(
  answer: (subject: Subject) => Answer,
): (subject: Subject) => Answer {
  const known = new WeakMap<Subject, Answer>();
  return (subject) => {
    const found = known.get(subject) ?? answer(subject);
    known.set(subject, found);
    return found;
  };
}
