/**
 * Returns the display name of a field or a kind: `backupSchedule` → `Backup Schedule`, `clusterIP` → `Cluster IP`.
 *
 * A kind keeps capitals at the end of a word, because they belong to names such as `PostgreSQL`.
 */
export function displayName(name: string): string {
  const isField = /^[a-z]/.test(name);
  const words = name
    .replace(isField ? /([a-z0-9])([A-Z])/g : /([a-z0-9])([A-Z][a-z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
