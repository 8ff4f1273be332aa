/** What nobody reads in a container. */
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

/** Whether a path of a package is left out of images. Licences are not: who passes on a program passes them on, too. */
export function unneededPath(path: string): boolean {
  if (/^usr\/share\/doc\/[^/]+\/copyright$/.test(path)) return false;
  return unneeded.some((each) => path === each || path.startsWith(`${each}/`));
}
