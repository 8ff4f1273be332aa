/** Several of the same kind in words: `a, b or c`. @param conjunction - what stands before the last */
export function enumeration(items: readonly string[], conjunction: 'and' | 'or'): string {
  const last = items.at(-1) ?? '';
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} ${conjunction} ${last}`;
}
