/** Paths that containers don't need. */
const unneeded = [
  'usr/share/bash-completion',
  'usr/share/bug',
  'usr/share/doc',
  'usr/share/doc-base',
  'usr/share/info',
  'usr/share/lintian',
  'usr/share/locale',
  'usr/share/man',
  'usr/share/menu',
  'usr/share/zsh',
];

/** Returns true if images omit a path of a package. Licences are kept: distributors must include them. */
export function unneededPath(path: string): boolean {
  if (/^usr\/share\/doc\/[^/]+\/copyright$/.test(path)) return false;
  return unneeded.some((each) => path === each || path.startsWith(`${each}/`));
}
