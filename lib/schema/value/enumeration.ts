/** Joins items with commas and a conjunction: `a, b or c`. @param conjunction - the word before the last item. */
export function enumeration(items: readonly string[], conjunction: 'and' | 'or'): string {
  const last = items.at(-1) ?? '';
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} ${conjunction} ${last}`;
}
