/** Thrown if the library has received or reported an event that did not happen. */
export class Disagreement extends Error {
  override readonly name = 'Disagreement';
}

/** @throws Disagreement with the message. */
export function disagreeUnless(isAgreed: boolean, message: string): asserts isAgreed {
  if (!isAgreed) throw new Disagreement(message);
}
