/**
 * Returns the name of a server as the rule of Databases demands it. The StatefulSet has this name, and the names of
 * other objects begin with it.
 *
 * @param name - any value, since JavaScript may pass any.
 * @param at - the path of the construct with the name.
 * @throws Error for a name that API servers reject in one of these objects.
 */
export function serverName(name: unknown, at: string): string {
  if (typeof name === 'string' && name.length <= 52 && /^[a-z]([-a-z0-9]*[a-z0-9])?$/.test(name)) return name;
  throw new Error(
    `[${at}] the name becomes that of a Service: use at most 52 lower-case letters, digits and dashes, and not ${JSON.stringify(name)}`,
  );
}
