/**
 * A name for what a Database amounts to, of which the StatefulSet has the name itself and others have endings to it: as the
 * rule over whole Databases demands it, for those that are given a name without being one.
 *
 * @param name - whatever is given, since JavaScript may give anything.
 * @param at - the construct that is given the name.
 * @throws Error for a name that API servers refuse in one of these objects.
 */
export function serverName(name: unknown, at: string): string {
  if (typeof name === 'string' && name.length <= 52 && /^[a-z]([-a-z0-9]*[a-z0-9])?$/.test(name)) return name;
  throw new Error(
    `[${at}] the name becomes that of a Service: use at most 52 lower-case letters, digits and dashes, and not ${JSON.stringify(name)}`,
  );
}
