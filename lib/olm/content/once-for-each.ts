/**
 * A function that is asked for each subject only once, and then answers what it did: many rules ask the same of a bundle.
 *
 * Subjects must not change. What is known of one goes with it.
 */
export function onceForEach<Subject extends object, Answer extends object>(
  answer: (subject: Subject) => Answer,
): (subject: Subject) => Answer {
  const known = new WeakMap<Subject, Answer>();
  return (subject) => {
    const found = known.get(subject) ?? answer(subject);
    known.set(subject, found);
    return found;
  };
}
