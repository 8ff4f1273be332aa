/** The names of a remedy: a catalog can have thousands of them, and as many findings. */
const mostNames = 5;

/** Returns words for the first few names to choose from: `one of stable, candidate`. */
export function nameChoice(names: readonly string[]): string {
  return `one of ${names.slice(0, mostNames).join(', ')}${names.length > mostNames ? ', …' : ''}`;
}
