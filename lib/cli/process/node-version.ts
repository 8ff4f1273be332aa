/** The version in `engines` of the package: the oldest that all dependencies support. */
const oldest = { major: 22, minor: 19 };

/**
 * Returns the message for a Node version that is too old for the library; undefined if it isn't.
 *
 * @param version - `20.19.4`.
 */
export function nodeComplaint(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isEnough = major > oldest.major || (major === oldest.major && minor >= oldest.minor);
  if (isEnough) return undefined;
  return `operand needs Node ${oldest.major}.${oldest.minor} or later, and this is ${version}: install the current LTS`;
}
