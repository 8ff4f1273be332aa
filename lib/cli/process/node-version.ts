/** What `engines` of the package says: the oldest that all dependencies run on. */
const oldest = { major: 22, minor: 19 };

/** That a version of Node is too old for the library, in a sentence; undefined if it isn't. @param version - `20.19.4`. */
export function nodeComplaint(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isEnough = major > oldest.major || (major === oldest.major && minor >= oldest.minor);
  if (isEnough) return undefined;
  return `operand needs Node ${oldest.major}.${oldest.minor} or later, and this is ${version}: install the current LTS`;
}
