// In: the version and the sidebar. Out: the configuration of VitePress. Imported by the configuration file that
// `writeSiteSource` writes.

import { type DefaultTheme, defineConfig, type UserConfig } from 'vitepress';

/** The parts of the configuration that are found when the site is built. */
interface SiteProps {
  readonly version: string;
  readonly base: string;
  readonly sidebar: DefaultTheme.SidebarItem[];
}

/** Returns the configuration of the site. */
export function siteConfiguration({ version, base, sidebar }: SiteProps): UserConfig<DefaultTheme.Config> {
  return defineConfig({
    base,
    title: 'Operand',
    description: 'Kubernetes operators as cdk8s constructs.',
    cleanUrls: false,
    metaChunk: true,
    markdown: {
      languageAlias: { cel: 'js' },
      anchor: { slugify: headingAnchor },
      config: (markdown) => {
        const fence = markdown.renderer.rules.fence;
        markdown.renderer.rules.fence = (tokens, index, ...rest) => {
          const { info, content } = tokens[index] ?? { info: '', content: '' };
          if (info.trim() === 'mermaid') return `<MermaidPicture source="${encodeURIComponent(content)}" />`;
          return fence?.(tokens, index, ...rest) ?? '';
        };
      },
    },
    themeConfig: {
      search: { provider: 'local' },
      outline: { level: [2, 3] },
      sidebar,
      nav: [
        { text: 'Start', link: '/first-operator' },
        { text: 'Library', link: '/library/' },
        { text: 'Commands', link: '/command-line' },
        {
          text: `v${version}`,
          items: [
            { text: 'Changes', link: '/changelog' },
            { text: 'All versions', link: '/../', target: '_self', rel: '' },
          ],
        },
      ],
    },
  });
}

/** Returns the anchor of a heading, as code hosts name it, so that one link works in both. */
function headingAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');
}
